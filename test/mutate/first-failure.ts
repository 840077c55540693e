import process from "node:process";
import { Transform } from "node:stream";
import type { TestEvent } from "node:test/reporters";

/** A reporter that ends the process at the first failed test: further ones say no more about a mutant. */
export default new Transform({
  writableObjectMode: true,
  transform({ type }: TestEvent, _encoding, done) {
    if (type === "test:fail") process.exit(1);
    done();
  },
});
