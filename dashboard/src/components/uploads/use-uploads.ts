import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { RequestProblem } from "../../api/problem.ts";
import type { Place } from "../../api/request.ts";
import { upload } from "../../api/upload.ts";

/** A file on its way to `path`, or what came of it. */
export type Upload<Answer> = {
  readonly id: string;
  readonly file: File;
  readonly path: string;
} & (
  | { readonly step: "waiting" | "reading" }
  | { readonly step: "sending"; readonly share: number }
  | { readonly step: "done"; readonly answer: Answer }
  | { readonly step: "failed"; readonly error: Error }
);

type Limit = { readonly largestBytes: number; readonly tooLarge: string };

/** Sends files one after the other: Kassa takes two of a tenant at a time. */
export function useUploads<Answer>(place: Place, { largestBytes, tooLarge }: Limit) {
  const queryClient = useQueryClient();
  const [uploads, setUploads] = useState<readonly Upload<Answer>[]>([]);
  const before = useRef(Promise.resolve());
  const send = async ({ id, file, path }: Upload<Answer>): Promise<void> => {
    const kept = { id, file, path };
    const become = (next: Upload<Answer>): void =>
      setUploads((all) => all.map((each) => (each.id === id ? next : each)));
    try {
      if (file.size > largestBytes) throw new RequestProblem(413, { detail: tooLarge });
      const answer = await upload<Answer>(path, file, place, (share) =>
        become(share < 1 ? { ...kept, step: "sending", share } : { ...kept, step: "reading" }),
      );
      become({ ...kept, step: "done", answer });
    } catch (error) {
      become({ ...kept, step: "failed", error: error instanceof Error ? error : new Error(String(error)) });
    }
    await queryClient.invalidateQueries();
  };
  const add = (files: readonly File[], pathOf: (file: File) => string): void => {
    const added = files.map(
      (file): Upload<Answer> => ({ id: crypto.randomUUID(), file, path: pathOf(file), step: "waiting" }),
    );
    setUploads((all) => [...added, ...all]);
    before.current = before.current.then(async () => {
      for (const each of added) await send(each);
    });
  };
  return { uploads, add };
}
