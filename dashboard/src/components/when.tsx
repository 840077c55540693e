import { currentLocale } from "../texts/texts.ts";

/** A time in the reader's zone; the exact one is shown on hover. */
export function When({ at }: { readonly at: string }) {
  const date = new Date(at);
  const text = new Intl.DateTimeFormat(currentLocale(), { dateStyle: "medium", timeStyle: "short" }).format(
    date,
  );
  return (
    <time dateTime={at} title={at}>
      {text}
    </time>
  );
}

export const formatDay = (at: string): string =>
  new Intl.DateTimeFormat(currentLocale(), { dateStyle: "medium" }).format(new Date(at));
