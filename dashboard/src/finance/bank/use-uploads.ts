import type { StatementImport } from "@kassa/sdk";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { RequestProblem } from "../../api/problem.ts";
import type { Place } from "../../api/request.ts";
import { upload } from "../../api/upload.ts";
import { t } from "../../texts/texts.ts";
import { importPath } from "./queries.ts";

export type Upload = {
  readonly id: string;
  readonly file: File;
  readonly csvMapping?: object;
} & (
  | { readonly step: "waiting" | "reading" }
  | { readonly step: "sending"; readonly share: number }
  | { readonly step: "done"; readonly imported: StatementImport }
  | { readonly step: "failed"; readonly error: Error }
);

const largestBytes = 100 * 1024 * 1024;

/** Sends files one after the other: Kassa takes two of a tenant at a time. */
export function useUploads(place: Place) {
  const queryClient = useQueryClient();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const before = useRef(Promise.resolve());
  const send = async (sent: Upload): Promise<void> => {
    const { id, file, csvMapping } = sent;
    const become = (next: Upload): void =>
      setUploads((all) => all.map((each) => (each.id === id ? next : each)));
    const kept = { id, file, ...(csvMapping && { csvMapping }) };
    try {
      if (file.size > largestBytes) throw new RequestProblem(413, { detail: t("bank.too-large") });
      const imported = await upload<StatementImport>(
        importPath(file.name, csvMapping),
        file,
        place,
        (share) => become(share < 1 ? { ...kept, step: "sending", share } : { ...kept, step: "reading" }),
      );
      become({ ...kept, step: "done", imported });
    } catch (error) {
      become({ ...kept, step: "failed", error: error instanceof Error ? error : new Error(String(error)) });
    }
    await queryClient.invalidateQueries();
  };
  const add = (files: readonly File[], csvMapping?: object): void => {
    const added = files.map(
      (file): Upload => ({
        id: crypto.randomUUID(),
        file,
        step: "waiting",
        ...(csvMapping && { csvMapping }),
      }),
    );
    setUploads((all) => [...added, ...all]);
    before.current = before.current.then(async () => {
      for (const each of added) await send(each);
    });
  };
  return { uploads, add };
}
