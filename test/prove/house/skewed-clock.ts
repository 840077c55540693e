import process from "node:process";

// Imported before Kassa, it makes this process's clock go wrong by PROVE_SKEW_MS, as that of a machine without a time server.
// What Kassa decides by time it has to decide by the database's.

const skewMs = Number(process.env.PROVE_SKEW_MS ?? "0");
const TrueDate = Date;

globalThis.Date = class extends TrueDate {
  constructor(...args: [] | [value: number | string | Date]) {
    super(args.length === 0 ? TrueDate.now() + skewMs : args[0]);
  }

  static override now(): number {
    return TrueDate.now() + skewMs;
  }
} as DateConstructor;
