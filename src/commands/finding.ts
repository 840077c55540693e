/** One thing that `kassa doctor` looked at. `advice` says what to do where it isn't well. */
export type Finding = {
  readonly name: string;
  readonly state: "ok" | "warning" | "problem";
  readonly text: string;
  readonly advice?: string;
};
