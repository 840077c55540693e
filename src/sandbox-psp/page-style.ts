import { createHash } from "node:crypto";
import { tokens } from "../design/tokens.ts";

const ownStyle = `
* { box-sizing: border-box; margin: 0; }
body { background: var(--surface); color: var(--text); font: var(--body)/1.5 var(--font); }
.band {
  background: repeating-linear-gradient(-45deg, var(--warning-tint) 0 12px, var(--warning-stripe) 12px 24px);
  border-block-end: 1px solid var(--warning); font-size: var(--small); font-weight: 600; padding: 8px 16px; text-align: center;
}
main {
  background: var(--raised); border: 1px solid var(--line); border-radius: var(--radius); box-shadow: var(--shadow);
  margin: 16px; max-inline-size: 440px; padding: var(--gutter);
}
.bank { align-items: center; color: var(--muted); display: flex; font-size: var(--small); font-weight: 600; gap: 8px; }
h1 { font-size: var(--title); font-weight: 600; line-height: 1.25; margin-block: 12px 4px; }
.muted, dt { color: var(--muted); }
dl { border-block: 1px solid var(--line); margin-block: 16px; padding-block: 12px; }
dt { font-size: var(--small); }
dd { margin-block-end: 8px; margin-inline-start: 0; overflow-wrap: anywhere; }
dd:last-child { margin-block-end: 0; }
.amount { font-size: var(--display); font-variant-numeric: tabular-nums; font-weight: 600; line-height: 1.2; }
form { display: grid; gap: 12px; }
details { margin-block-start: 16px; }
summary { color: var(--link); cursor: pointer; min-block-size: 44px; padding-block: 10px; }
summary:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.field { display: grid; gap: 4px; }
label { font-size: var(--small); }
input, select {
  background: var(--surface); border: 1px solid var(--control); border-radius: var(--radius); color: inherit; font: inherit;
  font-variant-numeric: tabular-nums; inline-size: 100%; min-block-size: 48px; padding: 8px 12px;
}
input:focus-visible, select:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
:is(input, select)[aria-invalid] { border-color: var(--danger); }
.fault { color: var(--danger); font-size: var(--small); }
.back { margin-block-start: 16px; text-align: center; }
a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: 3px; }
a:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
button {
  border: 1px solid var(--control); border-radius: var(--radius); background: transparent; color: inherit; cursor: pointer;
  font: inherit; font-weight: 600; min-block-size: 48px; padding: 8px 16px; transition: opacity var(--motion);
}
button:hover { opacity: 0.85; }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
@media (min-width: 520px) { main { margin: 48px auto; } }
@media (prefers-reduced-motion: reduce) { button { transition: none; } }
`;

/** The pages' whole style sheet. It is inlined, and the content security policy allows it by its hash. */
export const pageStyle = tokens + ownStyle;

export const pageStyleHash = `sha256-${createHash("sha256").update(pageStyle).digest("base64")}`;
