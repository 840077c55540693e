import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import { sendProblem } from "../http/problem-reply.ts";
import { chooseAssetEncoding } from "../kernel/encoding.ts";
import { problem } from "../kernel/problem.ts";
import { type BuiltFile, readBuiltFiles } from "./built-files.ts";
import { builtHeaders, dashboardHeaders } from "./headers.ts";

/** The page needs no database, so it isn't refused under overload. */
const hidden = { schema: { hide: true }, config: { underOverload: "exempt" } } as const;

const notBuilt = problem("not_found", "The dashboard isn't built. Run: npm run build -w dashboard");
const noRoute = problem("not_found", "The dashboard's API has no such URL.");
const noFile = problem("not_found", "The dashboard has no such file. Reload the page.");

const makeNonce = (): string => randomBytes(16).toString("base64");

function sendFile(
  reply: FastifyReply,
  { type, bodies }: BuiltFile,
  accepted: string | undefined,
): FastifyReply {
  const wanted = chooseAssetEncoding(accepted);
  const compressed = wanted === "identity" ? undefined : bodies[wanted];
  if (compressed) reply.header("content-encoding", wanted);
  return reply
    .headers({ "content-type": type, vary: "accept-encoding", ...builtHeaders })
    .send(compressed ?? bodies.identity);
}

/** `/dashboard`: the page, and the files that the build has made. Every other path below it is a screen of the same page. */
export function dashboardRoutes(publicUrl: URL) {
  let kept: ReturnType<typeof readBuiltFiles> | undefined;
  const filesOnce = (): ReturnType<typeof readBuiltFiles> => {
    kept ??= readBuiltFiles();
    return kept;
  };
  const sendPage = (reply: FastifyReply, content: Buffer): FastifyReply => {
    const nonces = { script: makeNonce(), style: makeNonce() };
    const page = content
      .toString()
      .replaceAll("{{script-nonce}}", nonces.script)
      .replaceAll("{{style-nonce}}", nonces.style);
    return reply.headers(dashboardHeaders(publicUrl, nonces)).send(page);
  };
  return async (app: FastifyInstance): Promise<void> => {
    app.get("/dashboard", hidden, (_request, reply) => reply.redirect("/dashboard/", 302));
    app.get<{ Params: { "*": string } }>("/dashboard/*", hidden, (request, reply) => {
      const files = filesOnce();
      const name = request.params["*"];
      const file = name.endsWith(".html") ? undefined : files.get(name);
      if (file) return sendFile(reply, file, request.headers["accept-encoding"]);
      if (name.startsWith("assets/")) return sendProblem(request, reply, noFile);
      if (/^(?:api|auth)\//.test(name)) return sendProblem(request, reply, noRoute);
      const page = files.get("index.html");
      return page ? sendPage(reply, page.bodies.identity) : sendProblem(request, reply, notBuilt);
    });
  };
}
