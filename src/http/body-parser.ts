import { isUtf8 } from "node:buffer";
import type { FastifyInstance } from "fastify";
import { type Problem, problem } from "../kernel/problem.ts";
import { type JsonFault, parseStrictJson } from "../kernel/strict-json.ts";
import { ProblemError } from "./problem-reply.ts";

export const bodyLimitBytes = 64 * 1024;

/** Accepts only JSON in UTF-8, read by the strict parser. */
export function takeStrictJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "buffer", bodyLimit: bodyLimitBytes },
    (request, body: Buffer, done) => {
      const { "content-type": type, "content-encoding": encoding } = request.headers;
      const fault =
        type === "application/json" && encoding === undefined ? undefined : mediaFault(type ?? "", encoding);
      if (fault) return done(new ProblemError(fault));
      if (body.length === 0) return done(null, undefined);
      if (!isUtf8(body))
        return done(
          new ProblemError(problem("encoding_invalid", "The body contains bytes that are not UTF-8.")),
        );
      const text = body.toString("utf8");
      const parsed = parseStrictJson(text);
      if (!parsed.ok) return done(new ProblemError(describeJsonFault(parsed, text)));
      request.rawJson = text;
      done(null, parsed.value);
    },
  );
}

function mediaFault(type: string, encoding: string | undefined): Problem | undefined {
  if (encoding !== undefined) {
    return problem(
      "media_type_unsupported",
      `Content-Encoding "${encoding}" is not supported; send the body unencoded.`,
    );
  }
  const charset = /;\s*charset="?([^";\s]+)"?/i.exec(type)?.[1];
  if (charset !== undefined && charset.toLowerCase() !== "utf-8") {
    return problem("media_type_unsupported", `The charset "${charset}" is not supported; send UTF-8.`);
  }
  return undefined;
}

function describeJsonFault({ code, detail, pointer, position }: JsonFault, text: string): Problem {
  const before = text.slice(0, position).split("\n");
  const column = (before.at(-1)?.length ?? 0) + 1;
  return problem(code, `${detail} (line ${before.length}, column ${column})`, pointer || undefined);
}
