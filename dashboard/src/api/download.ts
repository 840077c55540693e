import { headersOf, notReached, type Place, readAnswer } from "./request.ts";

/**
 * Fetches a file and hands it to the browser, under the name that Kassa gives it. A plain link couldn't name the place.
 *
 * @throws RequestProblem
 */
export async function download(path: string, place: Place): Promise<void> {
  const answer = await fetch(path, { headers: headersOf(place) }).catch(() => {
    throw notReached();
  });
  if (!answer.ok) return readAnswer(answer.status, await answer.text());
  const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1];
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = name ?? "kassa";
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
