import { headersOf, notReached, type Place, readAnswer } from "./request.ts";

/**
 * Sends a file as the body, and says how much of it has been sent, from 0 to 1: `fetch` can't.
 *
 * @throws RequestProblem
 */
export function upload<Answer>(
  path: string,
  file: Blob,
  place: Place,
  onSent: (share: number) => void,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    const headers = { ...headersOf(place), "content-type": "application/octet-stream" };
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onSent(total === 0 ? 1 : loaded / total);
    request.upload.onload = () => onSent(1);
    request.onerror = () => reject(notReached());
    request.onload = () => {
      try {
        resolve(readAnswer<Answer>(request.status, request.responseText));
      } catch (error) {
        reject(error);
      }
    };
    request.send(file);
  });
}
