/** The status of an answer. */
export const HttpStatus = ({ status }: { readonly status: number }) => (
  <span className={`status status-${status >= 500 ? "bad" : status >= 400 ? "open" : "good"}`}>{status}</span>
);
