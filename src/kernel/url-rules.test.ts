import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { cpuMsOf } from "../../test/support/cpu-time.ts";
import { checkRedirectUrl, fillSessionId, MAXIMUM_URL_LENGTH } from "./url-rules.ts";

const LIVE = { mode: "live" } as const;
const SANDBOX = { mode: "sandbox" } as const;

function faultOf(
  raw: string,
  allowedHosts?: readonly string[],
): { code: string; detail: string } | undefined {
  const result = checkRedirectUrl(raw, { mode: "sandbox", allowedHosts });
  return result.ok ? undefined : result;
}

test("accepts ordinary URLs and returns them unchanged", () => {
  const urls = [
    "https://shop.example",
    "https://shop.example/",
    "HTTPS://Shop.Example/Thanks?a=b#c",
    "https://shop.example:8443/x",
  ];
  urls.push(
    "https://localhost/x",
    "https://shop.example/a%20b?c=%C3%A9&d=[1]|2^\"<>'`",
    "https://shop.example?x",
    "https://shop.example#x",
  );
  urls.push(
    "https://192.0.2.7/x",
    "https://[2001:db8::1]:8443/x",
    "https://shop.example:65535/",
    "https://my_shop.example/",
  );
  urls.push(
    "https://xn--mnchen-3ya.example/",
    "https://shop.example./x",
    "https://shop.example/a@b?c=d@e",
    "https://a.b/../c//d",
  );
  for (const url of urls) assert.deepEqual(checkRedirectUrl(url, LIVE), { ok: true, url }, url);
});

test("returns URLs in other scripts as ASCII, and unusual hosts in their normal form", () => {
  const cases: Record<string, string> = {
    "https://münchen.example/größe?q=ü#ß": "https://xn--mnchen-3ya.example/gr%C3%B6%C3%9Fe?q=%C3%BC#%C3%9F",
    "https://shop.example/é/{CHECKOUT_SESSION_ID}": "https://shop.example/%C3%A9/%7BCHECKOUT_SESSION_ID%7D",
    "https://ｓhop.example/": "https://shop.example/",
    "https://[0:0:0:0:0:0:0:1]/": "https://[::1]/",
  };
  for (const [raw, url] of Object.entries(cases))
    assert.deepEqual(checkRedirectUrl(raw, LIVE), { ok: true, url }, raw);
});

test("refuses a numeric host unless it is an IPv4 address in the usual form", () => {
  for (const host of [
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "127.1",
    "0177.0.0.1",
    "1",
    "127.0.0.1.",
    "１２７.0.0.1",
  ]) {
    const refused = faultOf(`https://${host}/x`);
    assert.equal(refused?.code, "url_invalid", host);
  }
  assert.equal(faultOf("https://192.0.2.7/x"), undefined);
  assert.equal(faultOf("https://1.example/x"), undefined);
});

test("detects credentials before the host, with any number of slashes", () => {
  for (const url of ["https://ada@shop.example/", "https:/ada@shop.example", "https:ada:pw@shop.example/"])
    assert.match(faultOf(url)?.detail ?? "", /user name or password/, url);
  assert.equal(faultOf("https://shop.example/?to=mailto:ada@shop.example"), undefined);
  assert.equal(faultOf("https://shop.example/@ada"), undefined);
});

test("allows http in the sandbox only", () => {
  for (const url of ["http://localhost:3000/thanks", "HTTP://shop.example/", "http://127.0.0.1:54321/"]) {
    assert.deepEqual(checkRedirectUrl(url, SANDBOX), { ok: true, url });
    const refused = checkRedirectUrl(url, LIVE);
    assert.ok(!refused.ok);
    assert.equal(refused.code, "url_invalid");
    assert.match(refused.detail, /https:\/\/ in live mode/);
  }
});

test("refuses anything but a plain absolute web URL as url_invalid, also in the sandbox", () => {
  const nasty = [
    "",
    " ",
    "x",
    "/thanks",
    "//shop.example/x",
    "shop.example",
    "https",
    "https:",
    "https:/",
    "https://",
    "https:///",
  ];
  nasty.push(
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    "javascript://shop.example/%0aalert(1)",
  );
  nasty.push(
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "ftp://shop.example/",
    "mailto:a@b.example",
  );
  nasty.push(
    "blob:https://shop.example/x",
    "about:blank",
    "ws://shop.example/",
    "intent://x#Intent;end",
    "view-source:https://a.b",
  );
  nasty.push(
    "https:/shop.example/x",
    "https:shop.example/x",
    "https:///shop.example/x",
    "https:\\\\shop.example",
    "https:/\\shop.example",
  );
  nasty.push(
    "https://shop.example\\@evil.example/",
    "https://shop.example\\.evil.example/",
    "https://shop.example/a\\b",
  );
  nasty.push(
    "https://user:pw@shop.example/",
    "https://user@shop.example/",
    "https://@shop.example/",
    "https://:@shop.example/",
  );
  nasty.push(
    "https://shop.example@evil.example/",
    "https://shop.example%40evil.example/",
    "https://a:b@c@d.example/",
  );
  nasty.push(
    " https://shop.example/",
    "https://shop.example/ ",
    "https://shop.example/a b",
    "https://shop.example/\n",
    "\thttps://a.b/",
  );
  nasty.push(
    "https://shop.example/\r\nLocation: https://evil.example",
    "ht\ntps://shop.example/",
    "https://shop\t.example/",
  );
  nasty.push(
    "https://shop.example/\u0000",
    "https://shop.example/\u007f",
    "https://shop.example/\u0085",
    "https://shop.example/\u2028",
  );
  nasty.push(
    "https://shop.example/%00",
    "https://shop.example/a%0d%0aX:y",
    "https://shop.example/?a=%0A",
    "https://shop.example/%7f",
  );
  nasty.push(
    "https://shop.example/\u00a0",
    "https://shop.example/\u202e",
    "https://sh\u200bop.example/",
    "https://shop.example/\ud800",
  );
  nasty.push(
    "https://shop%00.example/",
    "https://shop%2eexample/",
    "https://%73hop.example/",
    "https://shop.example%2f@evil.example/",
  );
  nasty.push(
    "https://shop.example:99999/",
    "https://shop.example:0/",
    "https://shop.example:/",
    "https://shop.example:80a/",
    "https://a.b:+80/",
  );
  nasty.push(
    "https://[::1/",
    "https://[::g]/",
    "https://[]/",
    "https://::1/",
    "https://256.0.0.1/",
    "https://1.2.3.4.5/",
    "https://a.0x/",
  );
  nasty.push(
    "https://sh op.example/",
    "https://shop.example,evil.example/",
    "https://<b>/",
    "https://a|b/",
    "https://a^b/",
    "https://*.example/",
  );
  nasty.push(
    "https://{CHECKOUT_SESSION_ID}.example/",
    "https://%7BCHECKOUT_SESSION_ID%7D/",
    "https://a.b:{CHECKOUT_SESSION_ID}/",
  );
  nasty.push(
    "https://ex℀mple.example/",
    "https://shop／x.example/",
    "https://shop．example＠evil.example/",
    "https://?x",
    "https://#x",
    "https://.",
    "https://shop.example../",
    "https://a..b/",
  );
  for (const raw of nasty) {
    const fault = faultOf(raw);
    assert.equal(fault?.code, "url_invalid", JSON.stringify(raw));
    assert.match(fault?.detail ?? "", /^The URL .+\.$/);
  }
});

test("limits a URL to 2048 characters, also in its ASCII form", () => {
  const url = "https://shop.example/".padEnd(MAXIMUM_URL_LENGTH, "a");
  assert.ok(checkRedirectUrl(url, LIVE).ok);
  assert.equal(faultOf(`${url}a`)?.code, "url_invalid");
  assert.equal(faultOf(`https://shop.example/${"é".repeat(1000)}`)?.code, "url_invalid");
  assert.equal(faultOf(`https://${"a.".repeat(1_000_000)}b/`)?.code, "url_invalid");
});

test("allows exactly the hosts of the list, however they are spelled", () => {
  const hosts = ["shop.example", "*.pay.example", "bücher.example", "[::1]", "Upper.Example."];
  const allowed = [
    "https://shop.example/x",
    "https://SHOP.example:8443/",
    "https://shop.example./",
    "https://a.pay.example/",
  ];
  allowed.push(
    "https://a.b.pay.example",
    "https://bücher.example/",
    "https://xn--bcher-kva.example/",
    "http://[::1]:3000/",
  );
  allowed.push("https://upper.example/", "https://ｓhop.example/");
  for (const url of allowed) assert.equal(faultOf(url, hosts), undefined, url);
  const refused = [
    "https://evil.example/",
    "https://sub.shop.example/",
    "https://pay.example/",
    "https://evilpay.example/",
  ];
  refused.push(
    "https://shop.example.evil.example/",
    "https://a.pay.example.evil.example/",
    "https://evil.example/shop.example",
  );
  refused.push(
    "https://evil.example#@shop.example",
    "https://evil.example?.shop.example",
    "https://127.0.0.1/",
  );
  for (const url of refused) assert.equal(faultOf(url, hosts)?.code, "url_not_allowed", url);
});

test("an empty list and a list of invalid hosts allow nothing", () => {
  for (const hosts of [[], [""], ["*"], ["*."], ["."], ["https://shop.example"], ["shop.example/"]]) {
    assert.equal(faultOf("https://shop.example/", hosts)?.code, "url_not_allowed", JSON.stringify(hosts));
  }
});

test("checks hostile URLs in linear time", () => {
  const rest = MAXIMUM_URL_LENGTH - "https://".length;
  for (const unit of ["a", "a.", "-", "é", "@", "/", "%0", "[", ":1", "a-", "xn--"]) {
    const raw = `https://${unit.repeat(Math.floor(rest / unit.length) - 1)}\u0001`;
    const spentMs = cpuMsOf(() => {
      assert.equal(faultOf(raw)?.code, "url_invalid");
      faultOf(raw.replace("\u0001", "|"));
    });
    assert.ok(spentMs < 500, `${spentMs} ms for ${unit}`);
  }
});

test("replaces every template by the session's id, raw or percent-encoded in any case", () => {
  const id = "cs_sandbox_0123abc";
  const cases: Record<string, string> = {
    "https://a.b/{CHECKOUT_SESSION_ID}?s={CHECKOUT_SESSION_ID}#{CHECKOUT_SESSION_ID}": `https://a.b/${id}?s=${id}#${id}`,
    "https://a.b/%7BCHECKOUT_SESSION_ID%7D?s=%7bCHECKOUT_SESSION_ID%7d": `https://a.b/${id}?s=${id}`,
    "https://a.b/?s=%7BCHECKOUT_SESSION_ID}": `https://a.b/?s=${id}`,
    "https://a.b/?s=%257BCHECKOUT_SESSION_ID%257D": "https://a.b/?s=%257BCHECKOUT_SESSION_ID%257D",
    "https://a.b/?s=CHECKOUT_SESSION_ID&t={checkout_session_id}":
      "https://a.b/?s=CHECKOUT_SESSION_ID&t={checkout_session_id}",
    "https://a.b/": "https://a.b/",
  };
  for (const [url, filled] of Object.entries(cases)) assert.equal(fillSessionId(url, id), filled);
});

test("an id can't use replacement patterns or change other parts of the URL", () => {
  assert.equal(fillSessionId("https://a.b/{CHECKOUT_SESSION_ID}", "$&$1"), "https://a.b/%24%26%241");
  assert.equal(fillSessionId("https://a.b/{CHECKOUT_SESSION_ID}", "../x?y#z"), "https://a.b/..%2Fx%3Fy%23z");
});

const fragments = fc.constantFrom(
  ..."https://|http://|https:/|//|shop.example|evil.example|a|7|0x7|xn--|münchen|.|..|:|:8443|:99999|/|\\|?|#|@|%|%7B|%00|%41|{|}".split(
    "|",
  ),
  ..."CHECKOUT_SESSION_ID|[::1]|127.0.0.1|-|_|\u3002|\u00ad|\u200d|\t|\n| |\ud83d\ude00|\ud800|é|<|^|*|,".split(
    "|",
  ),
);
const anyAddress = fc.array(fragments, { maxLength: 8 }).map((parts) => parts.join(""));
const likelyAddress = anyAddress.map((rest) => `https://${rest}`);

test("property: every accepted URL is read alike by all parsers", () => {
  fc.assert(
    fc.property(fc.oneof(likelyAddress, anyAddress), (raw) => {
      const result = checkRedirectUrl(raw, LIVE);
      if (!result.ok) return;
      const parsed = new URL(result.url);
      assert.equal(parsed.protocol, "https:");
      assert.equal(parsed.username + parsed.password, "");
      assert.match(result.url, /^[\x21-\x5b\x5d-\x7e]+$/);
      // The host as a naive reader cuts it out is the host as the URL parser sees it.
      const naive = /^https:\/\/([^/?#]*?)(?::[0-9]+)?(?:[/?#]|$)/i.exec(result.url)?.[1];
      assert.equal(naive?.toLowerCase(), parsed.hostname);
      assert.equal(new URL(raw).href, parsed.href);
    }),
    { numRuns: 5000 },
  );
});

test("property: an allowed host allows that host alone, judged by the URL parser", () => {
  fc.assert(
    fc.property(likelyAddress, (raw) => {
      const free = checkRedirectUrl(raw, LIVE);
      const pinned = checkRedirectUrl(raw, { mode: "live", allowedHosts: ["shop.example"] });
      assert.equal(pinned.ok, free.ok && /^shop\.example\.?$/.test(new URL(raw).hostname));
    }),
    { numRuns: 5000 },
  );
});

test("property: filling in an id doesn't change the host", () => {
  fc.assert(
    fc.property(likelyAddress, (raw) => {
      const result = checkRedirectUrl(raw, LIVE);
      if (!result.ok) return;
      const filled = fillSessionId(result.url, "cs_live_0123abc");
      assert.equal(new URL(filled).host, new URL(result.url).host);
      assert.doesNotMatch(filled, /(?:\{|%7b)CHECKOUT_SESSION_ID(?:\}|%7d)/i);
    }),
    { numRuns: 2000 },
  );
});

test("property: returns a result for any text", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary" }),
      (raw) => typeof checkRedirectUrl(raw, SANDBOX).ok === "boolean",
    ),
  );
});
