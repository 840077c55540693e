import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultTransferRules } from "../../src/settings/settings.ts";
import { createKey } from "../../src/tenants/create-key.ts";
import { useTestApp } from "../support/use-test-app.ts";
import { pay } from "./paying.ts";
import { assertProblem, faultsOf, sessionBody, sessionsPath } from "./support.ts";

/** The settings of the payment page: which values are accepted, which refused, and for whom they apply. */
const kassa = useTestApp();

const path = "/api/settings";
const set = (body: object, key?: string) => kassa.call("POST", path, { body, ...(key ? { key } : {}) });

const svg = (content = "", box = "0 0 240 80") =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${content}</svg>`;

/** The first bytes of a PNG of this size; Kassa reads no more. */
function png(width: number, height: number, bytes = 64): Buffer {
  const picture = Buffer.alloc(bytes);
  Buffer.from("89504e470d0a1a0a0000000d49484452", "hex").copy(picture);
  picture.writeUInt32BE(width, 16);
  picture.writeUInt32BE(height, 20);
  return picture;
}

async function upload(
  content: string | Buffer,
  type: string,
  options: { key?: string; headers?: object } = {},
) {
  const response = await fetch(`${kassa.url}${path}/logo`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${options.key ?? kassa.tenant.keys.sandbox.secret}`,
      ...(type === "" ? {} : { "content-type": type }),
      ...options.headers,
    },
    body: typeof content === "string" ? content : new Uint8Array(content),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}

test("the defaults are those with which the tenant was created", async () => {
  const { keys } = await kassa.makeTenant("Fern & Bloom");
  const { body } = await kassa.call("GET", path, { key: keys.live.secret });
  assert.deepEqual(body, {
    object: "settings",
    mode: "live",
    displayName: "Fern & Bloom",
    supportEmail: null,
    supportUrl: null,
    supportPhone: null,
    termsUrl: null,
    privacyUrl: null,
    imprintUrl: null,
    defaultLocale: null,
    brandColor: null,
    lateFunds: "refund",
    amountLimits: {},
    transferRules: defaultTransferRules,
    texts: {},
    timeExtensions: 1,
    colors: null,
    logo: null,
  });
});

test("changes the named settings, keeps the others, and resets those that are null", async () => {
  const first = await set({ displayName: "Farn", supportEmail: "hallo@farn.example", brandColor: "#C24" });
  assert.equal(first.status, 200, first.text);
  assert.equal(first.body.brandColor, "#cc2244");
  const second = await set({
    supportUrl: "http://farn.example/hilfe",
    supportPhone: "+49 (0)30 123-45",
    defaultLocale: "de-AT",
  });
  assert.deepEqual(
    { ...second.body, colors: null },
    {
      object: "settings",
      mode: "sandbox",
      displayName: "Farn",
      supportEmail: "hallo@farn.example",
      supportUrl: "http://farn.example/hilfe",
      supportPhone: "+49 (0)30 123-45",
      termsUrl: null,
      privacyUrl: null,
      imprintUrl: null,
      defaultLocale: "de",
      brandColor: "#cc2244",
      lateFunds: "refund",
      amountLimits: {},
      transferRules: defaultTransferRules,
      texts: {},
      timeExtensions: 1,
      colors: null,
      logo: null,
    },
  );
  const third = await set({ displayName: null, supportPhone: null, brandColor: null });
  const { displayName, supportPhone, brandColor, colors, supportEmail } = third.body;
  assert.deepEqual(
    { displayName, supportPhone, brandColor, colors, supportEmail },
    {
      displayName: "Test shop",
      supportPhone: null,
      brandColor: null,
      colors: null,
      supportEmail: "hallo@farn.example",
    },
  );
  assert.deepEqual((await kassa.call("GET", path)).body, third.body);
});

test("the response shows the colours in use, and why they differ from the requested one", async () => {
  const { body } = await set({ brandColor: "#ffd400" });
  const { light, dark } = body.colors;
  assert.equal(light.adjusted, true);
  assert.deepEqual([light.button, light.buttonText], ["#ffd400", "#000000"]);
  assert.equal(
    light.reason,
    `Buttons have it as it is, with a border: #ffd400 has a contrast of only 1.32:1 on the light page; ${light.buttonBorder}, of the same hue, has 3.01:1. ` +
      `Links need a contrast of 4.5:1 to be read on the light page, and #ffd400 has 1.32:1; ${light.link}, of the same hue, has 4.5:1.`,
  );
  assert.deepEqual(dark, {
    button: "#ffd400",
    buttonBorder: "#ffd400",
    buttonText: "#000000",
    link: "#ffd400",
    adjusted: false,
    reason: "Buttons and links have it as it is.",
  });
});

test("each mode and each tenant has its own settings", async () => {
  const other = await kassa.makeTenant("Other");
  await set({ displayName: "Sandbox name", brandColor: "#123456" });
  const uploaded = await upload(svg(), "image/svg+xml");
  assert.equal(uploaded.status, 200, uploaded.text);
  for (const key of [kassa.tenant.keys.live.secret, other.keys.sandbox.secret, other.keys.live.secret]) {
    const { body } = await kassa.call("GET", path, { key });
    assert.notEqual(body.displayName, "Sandbox name");
    assert.deepEqual([body.brandColor, body.logo], [null, null]);
  }
  await set({ displayName: "Theirs" }, other.keys.sandbox.secret);
  assert.equal((await kassa.call("GET", path)).body.displayName, "Sandbox name");
});

test("names all invalid settings at once", async () => {
  const answer = await set({
    displayName: "  ",
    supportEmail: "nobody",
    supportUrl: "",
    supportPhone: "call me",
    defaultLocale: "x",
    brandColor: "red",
    logo: "x",
  });
  assert.deepEqual(faultsOf(answer), [
    "locale_invalid /defaultLocale",
    "parameter_invalid /brandColor",
    "parameter_invalid /displayName",
    "parameter_invalid /supportEmail",
    "parameter_invalid /supportPhone",
    "unknown_field /logo",
    "url_invalid /supportUrl",
  ]);
  assertProblem(await set({}), "parameter_invalid");
  for (const supportUrl of [
    "shop.example",
    "javascript:alert(1)",
    "https://a:b@shop.example/",
    "data:text/html,x",
  ])
    assertProblem(await set({ supportUrl }), "url_invalid", "/supportUrl", supportUrl);
  assertProblem(
    await set({ supportUrl: "http://a.example" }, kassa.tenant.keys.live.secret),
    "url_invalid",
    "/supportUrl",
  );
  assertProblem(await set({ displayName: "Shop\u202e" }), "text_invalid", "/displayName");
  assertProblem(await set({ displayName: "4242 4242 4242 4242" }), "pan_in_field", "/displayName");
  assertProblem(await set({ defaultLocale: "tlh" }), "locale_invalid", "/defaultLocale");
  for (const brandColor of ["#12345", "#1234567", "rgb(0,0,0)", "#ffd400;}", 3])
    assertProblem(await set({ brandColor }), "parameter_invalid", "/brandColor", String(brandColor));
});

const legalPages = ["termsUrl", "privacyUrl", "imprintUrl"];

test("each legal page is set by itself, keeps the others, and is removed by null", async () => {
  const { keys } = await kassa.makeTenant("Legal & Sons");
  const [sandbox, live] = [keys.sandbox.secret, keys.live.secret];
  const longest = `https://shop.example/${"a".repeat(2048 - 21)}`;
  for (const name of legalPages) {
    assert.equal((await set({ [name]: longest }, live)).body[name], longest, name);
    assert.equal((await set({ [name]: "http://localhost:3000/a" }, sandbox)).status, 200, name);
    for (const url of ["", "shop.example", "javascript:alert(1)", "https://a:b@shop.example/", `${longest}a`])
      assertProblem(await set({ [name]: url }, live), "url_invalid", `/${name}`, `${name} ${url}`);
    assertProblem(await set({ [name]: "http://a.example" }, live), "url_invalid", `/${name}`);
    assertProblem(await set({ [name]: 3 }, live), "url_invalid", `/${name}`);
  }
  const { body } = await set({ termsUrl: null, imprintUrl: "https://büro.example/Über" }, live);
  assert.deepEqual(
    [body.termsUrl, body.privacyUrl, body.imprintUrl],
    [null, longest, "https://xn--bro-hoa.example/%C3%9Cber"],
  );
});

test("accepts each kind of logo, detects its type by its bytes, and serves each from its own URL", async () => {
  const addresses = new Set<string>();
  const logos = [
    [png(240, 80), "image/png", 240, 80],
    [svg(), "image/svg+xml", 300, 100],
  ] as const;
  for (const [content, mediaType, width, height] of logos) {
    const { body, text } = await upload(content, mediaType);
    assert.deepEqual({ ...body.logo, url: "" }, { url: "", mediaType, width, height }, text);
    addresses.add(body.logo.url);
    const { pathname } = new URL(body.logo.url);
    const answer = await fetch(kassa.url + pathname);
    assert.equal(answer.status, 200);
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), Buffer.from(content));
    assert.equal(answer.headers.get("content-type"), mediaType);
    assert.equal(answer.headers.get("cache-control"), "public, max-age=31536000, immutable");
    assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
    assert.match(answer.headers.get("content-security-policy") ?? "", /^default-src 'none';.*sandbox$/);
  }
  assert.equal(addresses.size, 2);
  const gone = await kassa.call("GET", new URL([...addresses][0] ?? "").pathname);
  assertProblem(gone, "not_found");
  const { body } = await kassa.call("DELETE", `${path}/logo`);
  assert.equal(body.logo, null);
  assertProblem(await kassa.call("GET", new URL([...addresses][1] ?? "").pathname), "not_found");
});

test("refuses unusable logos", async () => {
  const refused: [string | Buffer, string, RegExp][] = [
    ["", "image/png", /empty/],
    [svg("<script>alert(1)</script>"), "image/svg+xml", /script/],
    [svg('<g onload="alert(1)"/>'), "image/svg+xml", /event handler/],
    [png(240, 80), "image/jpeg", /those of image\/png/],
    [svg(), "image/png", /those of image\/svg\+xml/],
    ["<html></html>", "image/png", /no PNG/],
    [png(8, 80), "image/png", /8 × 80/],
    [png(240, 2001), "image/png", /240 × 2001/],
  ];
  for (const [content, type, told] of refused) {
    const answer = await upload(content, type);
    assertProblem(answer, "file_invalid", undefined, String(told));
    assert.match(answer.body.detail, told);
  }
  assert.equal((await upload(png(240, 80, 131_072), "image/png")).status, 200);
  assertProblem(await upload(png(240, 80, 131_073), "image/png"), "file_too_large");
  for (const type of ["image/gif", "text/html", "application/json", "multipart/form-data; boundary=x", ""])
    assertProblem(await upload(png(240, 80), type), "file_type_unsupported", undefined, type);
  const headers = { "content-encoding": "gzip" };
  assertProblem(await upload(png(240, 80), "image/png", { headers }), "file_type_unsupported");
});

test("repeating an upload under its Idempotency-Key is the same upload; another picture is refused", async () => {
  const headers = { "idempotency-key": "logo-1" };
  const first = await upload(png(100, 100), "image/png", { headers });
  const again = await upload(png(100, 100), "image/png", { headers });
  assert.equal(again.body.logo.url, first.body.logo.url);
  assert.equal(again.headers.get("idempotent-replayed"), "true");
  assertProblem(
    await upload(png(100, 101), "image/png", { headers }),
    "idempotency_key_reused",
    "Idempotency-Key",
  );
});

test("a URL that belongs to no logo is not found", async () => {
  const { body } = await upload(png(100, 100), "image/png");
  const { pathname } = new URL(body.logo.url);
  const foreign = pathname.replace(/logo_sandbox_.{7}/, "logo_sandbox_0000001");
  for (const address of [foreign, pathname.replace("_sandbox_", "_live_"), "/pay/logos/x", "/pay/logos/%00"])
    assertProblem(await kassa.call("GET", address, { key: null }), "not_found", undefined, address);
});

test("late funds are configured per mode, and null resets the setting; other values are refused", async () => {
  const { keys } = await kassa.makeTenant("Late & Later");
  const [sandbox, live] = [keys.sandbox.secret, keys.live.secret];
  assert.equal((await set({ lateFunds: "keep" }, sandbox)).body.lateFunds, "keep");
  assert.equal((await kassa.call("GET", path, { key: live })).body.lateFunds, "refund");
  assert.equal((await set({ displayName: "Latest" }, sandbox)).body.lateFunds, "keep");
  const refused = await set({ lateFunds: "burn" }, sandbox);
  assertProblem(refused, "parameter_invalid", "/lateFunds");
  assert.equal(refused.body.detail, "It has to be refund, keep or null.");
  assert.equal((await set({ lateFunds: null }, sandbox)).body.lateFunds, "refund");
  const owner = { tenantId: kassa.tenant.tenant.tenantId, mode: "sandbox" } as const;
  const made = await createKey(
    { database: kassa.db.database, keyring: kassa.keyring },
    { ...owner, scopes: ["settings:write"] },
  );
  assert.ok(made.ok);
  const { secret } = made.value;
  assertProblem(await set({ lateFunds: "keep" }, secret), "scope_missing", "/lateFunds");
  assertProblem(await set({ transferRules: { late: "accept" } }, secret), "scope_missing", "/transferRules");
  assert.equal((await set({ displayName: "Looks" }, secret)).status, 200);
});

test("rules for transfers are changed one by one, and reset", async () => {
  const { secret } = (await kassa.makeTenant("Rules")).keys.sandbox;
  const rulesAfter = async (transferRules: unknown) =>
    (await set({ transferRules }, secret)).body.transferRules;
  assert.deepEqual(await rulesAfter({ tolerance: 5 }), { ...defaultTransferRules, tolerance: 5 });
  const both = { ...defaultTransferRules, tolerance: 5, tooLittle: "accept" };
  assert.deepEqual(await rulesAfter({ tooLittle: "accept" }), both);
  assertProblem(
    await set({ transferRules: { late: "burn" } }, secret),
    "parameter_invalid",
    "/transferRules/late",
  );
  for (const waitDays of [0, 91, 1.5, "7", null])
    assertProblem(
      await set({ transferRules: { waitDays } }, secret),
      "parameter_invalid",
      "/transferRules/waitDays",
    );
  for (const waitDays of [1, 90]) assert.deepEqual(await rulesAfter({ waitDays }), { ...both, waitDays });
  assert.deepEqual(await rulesAfter(null), defaultTransferRules);
});

test("texts are kept by language of the page, changed one by one, and removed", async () => {
  const { secret } = (await kassa.makeTenant("Texts")).keys.live;
  const textsAfter = async (texts: unknown) => (await set({ texts }, secret)).body.texts;
  const longest = "ü".repeat(500);
  assert.deepEqual(await textsAfter({ en: { submitNote: longest }, "de-AT": { paidNote: "Danke <b>" } }), {
    de: { submitNote: null, paidNote: "Danke <b>" },
    en: { submitNote: longest, paidNote: null },
  });
  const english = { submitNote: "Three days", paidNote: "Thank you" };
  assert.deepEqual(await textsAfter({ en: english, de: null, fr: { paidNote: null } }), { en: english });
  const faults: [object, string, string][] = [
    [{ en: { submitNote: `${longest}ü` } }, "parameter_invalid", "/texts/en/submitNote"],
    [{ en: { submitNote: " " } }, "parameter_invalid", "/texts/en/submitNote"],
    [{ en: { paidNote: "a\u202eb" } }, "text_invalid", "/texts/en/paidNote"],
    [{ en: { paidNote: "a\nb" } }, "text_invalid", "/texts/en/paidNote"],
    [{ en: { other: "a" } }, "unknown_field", "/texts/en/other"],
    [{ tlh: { paidNote: "a" } }, "locale_invalid", "/texts"],
    [{ de: { paidNote: "a" }, "de-AT": { paidNote: "b" } }, "locale_invalid", "/texts"],
  ];
  for (const [texts, code, param] of faults) {
    const { status, body } = await set({ texts }, secret);
    assert.deepEqual([status, body.code, body.param], [400, code, param], JSON.stringify(texts).slice(0, 60));
  }
  assert.deepEqual((await kassa.call("GET", path, { key: secret })).body.texts, { en: english });
  assert.deepEqual(await textsAfter(null), {});
});

test("customers see the texts before and after they pay, in their language", async () => {
  const texts = {
    en: { submitNote: "Three <days>", paidNote: "Thank you" },
    de: { submitNote: "Drei Tage" },
  };
  await set({ texts });
  const page = (session: string, locale: string) =>
    kassa.call("GET", `/pay/${session}?locale=${locale}`, { key: null });
  const { body } = await kassa.call("POST", sessionsPath, { body: sessionBody() });
  const note = (locale: string, text: string) =>
    `<span class="note" lang="${locale}" dir="auto">${text}</span>`;
  assert.ok((await page(body.id, "en-GB")).text.includes(note("en", "Three &#60;days&#62;")));
  assert.ok((await page(body.id, "de")).text.includes(note("de", "Drei Tage")));
  const { session } = await pay(kassa);
  assert.ok((await page(session, "en")).text.includes(note("en", "Thank you")));
  assert.ok(!(await page(session, "de")).text.includes('class="note"'));
  await set({ texts: null });
});
