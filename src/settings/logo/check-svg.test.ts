import assert from "node:assert/strict";
import { test } from "node:test";
import { cpuMsOf } from "../../../test/support/cpu-time.ts";
import { checkSvg } from "./check-svg.ts";

const check = (svg: string) => checkSvg(Buffer.from(svg));
const around = (content: string, attributes = 'viewBox="0 0 240 80"'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`;

test("accepts the output of drawing programs", () => {
  const drawings = [
    around('<path d="M0 0h10v10z" fill="#c2410c"/>'),
    around(
      '<style><![CDATA[.a{fill:url(#g)}]]></style><linearGradient id="g"><stop offset="1"/></linearGradient>',
    ),
    around("<text>Caf&#233; &#38; Bar &#10; &#x6587;</text>"),
    around(`<use xlink:href="#a"/><image href="data:image/png;base64,iVBORw0KGgo="/>`),
    around(
      '<metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></metadata><title>On</title>',
    ),
    `\uFEFF<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<!-- Created with Inkscape -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n${around("<g/>")}`,
    `<svg:svg xmlns:svg="http://www.w3.org/2000/svg" viewBox="0,0,240,80"/>`,
  ];
  for (const drawing of drawings)
    assert.deepEqual(check(drawing), { ok: true, value: { width: 300, height: 100 } }, drawing);
});

test("takes the size from viewBox, otherwise from width and height", () => {
  const sizeOf = (attributes: string) => check(around("", attributes));
  assert.deepEqual(sizeOf('viewBox="-5 -5 1000 500" width="1" height="1"'), {
    ok: true,
    value: { width: 1000, height: 500 },
  });
  assert.deepEqual(sizeOf("width='160px' height='120.4px'"), {
    ok: true,
    value: { width: 160, height: 120 },
  });
  for (const attributes of ["", 'width="100%" height="100%"', 'viewBox="0 0 0 10"', 'viewBox="0 0 1e9 1"'])
    assert.equal(sizeOf(attributes).ok, false, attributes);
});

test("refuses anything that runs or loads something, however it is disguised", () => {
  const attacks = [
    "<script>alert(1)</script>",
    "<SCRIPT/>",
    '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>',
    '<x:script\nxmlns:x="http://www.w3.org/2000/svg" href="#a"/>',
    '<foreignObject><p xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>',
    '<iframe src="https://evil.example"/>',
    '<g onload="alert(1)"/>',
    '<g\tONCLICK = "alert(1)"/>',
    '<g id=""onload="alert(1)"/>',
    '<animate attributeName="href" to="javascript:alert(1)"/>',
    '<set attributeName="onload" to="alert(1)"/>',
    '<a href="javascript:alert(1)"><text>x</text></a>',
    '<a href="&#106;avascript:alert(1)"/>',
    '<a xlink:href="https://evil.example"/>',
    "<a href=#a/>",
    '<image href="https://evil.example/seen.png"/>',
    '<image href="//evil.example/seen.png"/>',
    '<image href="data:image/svg+xml;base64,PHN2Zy8+"/>',
    '<use href="data:text/html,x"/>',
    '<style>@import "https://evil.example/a.css";</style>',
    '<rect fill="url(https://evil.example/a.svg#b)"/>',
    `<rect style="fill:url('https://evil.example/a.svg')"/>`,
    '<rect style="fill:url(&quot;https://evil.example/a.svg&quot;)"/>',
  ];
  attacks.push(
    "<style>.a{fill:u\\72l(https://evil.example/a.svg)}</style>",
    "<style>\\@import 'https://evil.example/a.css'</style>",
    '<rect style="fill:\\75 rl(https://evil.example/a.svg)"/>',
    '<rect style="fill:&#117;rl(https://evil.example/a.svg)"/>',
    '<rect style="fill:u&#x72;l(https://evil.example/a.svg)"/>',
    '<rect style="fill:u&#00114;l(https://evil.example/a.svg)"/>',
    `<style>.a{background:image-set("https://evil.example/a.png" 1x)}</style>`,
    `<style>.a{background:image-set('https://evil.example/a.png' 1x)}</style>`,
  );
  for (const attack of attacks) assert.equal(check(around(attack)).ok, false, attack);
  const documents = [
    `<!DOCTYPE svg [<!ENTITY a "<script/>">]>${around("&a;")}`,
    `<?xml-stylesheet href="https://evil.example/a.css"?>${around("")}`,
    `<?xml version="1.0" encoding="UTF-7"?>${around("")}`,
    around("", 'viewBox="0 0 1 1" onload="alert(1)"'),
    `<html><body>${around("")}</body></html>`,
    "",
    "svg",
  ];
  for (const document of documents) assert.equal(check(document).ok, false, document);
  const utf16 = Buffer.from(around("<script/>"), "utf16le");
  assert.equal(checkSvg(utf16).ok, false);
});

test("checks a file made to be slow in less than half a second", () => {
  const bytes = 128 * 1024;
  for (const piece of [
    "<!DOCTYPE ",
    "<?xml ",
    "<!--",
    "url( ",
    "href=",
    '<svg a="',
    "<x:",
    " on",
    "j a v a ",
  ]) {
    for (const start of ["", "<svg "]) {
      const spentMs = cpuMsOf(() => check(start + piece.repeat(bytes / piece.length)));
      assert.ok(spentMs < 500, `${spentMs} ms for ${start}${piece}`);
    }
  }
});
