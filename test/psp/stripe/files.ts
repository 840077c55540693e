import type { Call } from "./call.ts";
import { invalidRequest, resourceMissing } from "./errors.ts";
import { renderFile } from "./render-other.ts";
import { makeId } from "./state.ts";

const evidenceTypes: Readonly<Record<string, string>> = {
  "application/pdf": "pdf",
  "image/jpeg": "jpg",
  "image/png": "png",
};
const evidenceLimitBytes = 5_000_000;

export function createFile(call: Call): object {
  const { file } = call;
  if (!file)
    throw invalidRequest("Missing required param: file.", { code: "parameter_missing", param: "file" });
  const purpose = String(call.body.purpose);
  const type = evidenceTypes[file.type];
  if (purpose === "dispute_evidence" && type === undefined)
    throw invalidRequest("Dispute evidence must be a PDF, JPEG or PNG.", { param: "file" });
  if (purpose === "dispute_evidence" && file.content.length > evidenceLimitBytes)
    throw invalidRequest("Dispute evidence can have up to 5 MB.", { param: "file" });
  const stored = {
    id: makeId("file"),
    livemode: call.livemode,
    created: call.world.clock.now(),
    filename: file.name,
    purpose,
    type: type ?? "bin",
    content: file.content,
  };
  call.world.state.files.set(stored.id, stored);
  return renderFile(stored);
}

export function retrieveFile(call: Call): object {
  const file = call.world.state.files.get(call.id);
  if (file?.livemode !== call.livemode) throw resourceMissing("file", call.id, "file");
  return renderFile(file);
}
