/** The result of one check of `kassa doctor`. `advice` says what to do about a warning or problem. */
export type Finding = {
  readonly name: string;
  readonly state: "ok" | "warning" | "problem";
  readonly text: string;
  readonly advice?: string;
};
