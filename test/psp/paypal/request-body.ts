import { ApiError } from "./errors.ts";

export type UploadedFile = { readonly name: string; readonly type: string; readonly size: number };

export type RequestBody = {
  readonly body: Readonly<Record<string, unknown>>;
  readonly files: readonly UploadedFile[];
  readonly isMultipart: boolean;
};

/**
 * Reads JSON, or a multipart body whose part `input` is JSON and whose other parts are files.
 * @throws ApiError 415 for another media type, even of an empty body; 400 for what isn't a JSON object
 */
export async function readRequestBody(type: string, raw: Buffer): Promise<RequestBody> {
  if (type.startsWith("multipart/")) return readMultipart(type, raw);
  if (!type.startsWith("application/json")) throw new ApiError(415, "UNSUPPORTED_MEDIA_TYPE");
  return { body: raw.length === 0 ? {} : parseObject(raw.toString()), files: [], isMultipart: false };
}

async function readMultipart(type: string, raw: Buffer): Promise<RequestBody> {
  const headers = { "content-type": type };
  const form = await new Response(new Uint8Array(raw), { headers }).formData().catch(() => null);
  if (!form) throw malformed();
  const files: UploadedFile[] = [];
  let input = "{}";
  for (const [part, value] of form) {
    if (part === "input") input = typeof value === "string" ? value : await value.text();
    else if (typeof value !== "string") files.push({ name: value.name, type: value.type, size: value.size });
  }
  return { body: parseObject(input), files, isMultipart: true };
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed))
      return parsed as Record<string, unknown>;
  } catch {
    // Refused below, as is JSON that isn't an object.
  }
  throw malformed();
}

function malformed(): ApiError {
  return new ApiError(400, "INVALID_REQUEST", [{ issue: "MALFORMED_REQUEST_JSON", location: "body" }]);
}
