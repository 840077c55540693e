import assert from "node:assert/strict";
import { test } from "node:test";
import { LogOutput, makeLogger } from "./logger.ts";

function logTo(isTTY: boolean) {
  const written: string[] = [];
  const stream = { isTTY, write: (text: string | Uint8Array) => written.push(String(text)) > 0 };
  const output = new LogOutput(stream);
  return { written, output, log: makeLogger("info", output) };
}

test("a pipe or file gets one JSON document per line", () => {
  const { written, log } = logTo(false);
  log.warn({ requestId: "req_1" }, "database unavailable");
  const [line = ""] = written;
  const { level, msg, requestId } = JSON.parse(line);
  assert.deepEqual(
    { level, msg, requestId },
    { level: "warn", msg: "database unavailable", requestId: "req_1" },
  );
  assert.ok(line.endsWith("}\n"));
});

test("a terminal gets a readable line, with a stack only for bugs", () => {
  const { written, log } = logTo(true);
  log.warn({ err: new TypeError("no space"), requestId: "req_1" }, "database unavailable");
  assert.match(
    written.join(""),
    /^\d\d:\d\d:\d\d warn {2}database unavailable {2}requestId=req_1\n {4}TypeError: no space\n$/,
  );
  log.error({ err: new TypeError("a bug") }, "request failed");
  assert.match(String(written[1]), /error request failed\n {4}TypeError: a bug\n +at /);
});

test("no logged value starts a new line or controls the terminal", () => {
  const forged = "x\r\n23:59:59 info  all is well\u001b[2J\u009b31m\u202e";
  for (const isTTY of [true, false]) {
    const { written, log } = logTo(isTTY);
    log.warn({ err: new TypeError(forged), host: forged, nested: { [forged]: forged } }, `about ${forged}`);
    const text = written.join("");
    assert.doesNotMatch(text, /^23:59:59/m);
    if (isTTY) assert.doesNotMatch(text, /[^\n\P{Cc}]|\p{Bidi_Control}/u);
    assert.equal(text.split("\n").length, isTTY ? 3 : 2, text);
  }
  const { written, log } = logTo(true);
  log.error({ err: new TypeError(forged) }, "request failed");
  assert.doesNotMatch(written.join(""), /^\S.*all is well|[^\n\P{Cc}]/mu);
});

test("card numbers are redacted in both formats", () => {
  for (const isTTY of [true, false]) {
    const { written, log } = logTo(isTTY);
    log.info({ card: "4242 4242 4242 4242" }, "a card");
    assert.doesNotMatch(written.join(""), /4242 4242/);
  }
});

test("held lines are written in order when they are released", () => {
  const { written, output, log } = logTo(true);
  output.hold();
  log.info("first");
  log.info("second");
  assert.deepEqual(written, []);
  output.release();
  log.info("third");
  assert.match(written.join(""), /first[\s\S]*second[\s\S]*third/);
});
