import process from "node:process";

// Imported before Kassa, it shifts this process's clock by PROVE_SKEW_MS, like that of a machine without a time server. Kassa
// must base its decisions on the database's clock.

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
