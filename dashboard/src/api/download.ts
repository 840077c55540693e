import { saveFile } from "../components/save-file.ts";
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
  saveFile(name ?? "kassa", await answer.blob());
}
