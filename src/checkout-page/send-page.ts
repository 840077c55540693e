import type { FastifyReply } from "fastify";
import type { Mode } from "../kernel/mode.ts";
import { encodePage } from "./encoding.ts";
import { renderPage } from "./render.ts";
import { pageHeaders } from "./security-headers.ts";
import type { PageView } from "./view-model.ts";

/** Sends a page. @param mode the mode of its session or link; null without one, whose forms lead nowhere */
export function sendPage(
  { publicUrl }: { readonly publicUrl: URL },
  reply: FastifyReply,
  view: PageView,
  mode: Mode | null,
  status?: number,
): FastifyReply {
  const page = renderPage(view);
  const { body, headers } = encodePage(page.html, reply.request.headers["accept-encoding"]);
  return reply
    .code(status ?? page.status)
    .headers({ ...pageHeaders({ mode, publicUrl }), ...headers })
    .send(body);
}
