import { createHash } from "node:crypto";

/** The issuer page's whole style. It lies in the page itself and is allowed there by its hash. */
export const challengeStyle = `
:root {
  color-scheme: light dark;
  --surface: #f5f6f8; --raised: #fff; --line: #d5d9e0; --control: #7b8494; --text: #171a1f; --muted: #565e6b;
  --accent: #1d4ed8; --on-accent: #fff; --focus: #1d4ed8; --band: #fff1c2; --stripe: #ffe28a; --on-band: #4a3500;
}
@media (prefers-color-scheme: dark) {
  :root {
    --surface: #101317; --raised: #191d23; --line: #323944; --control: #7f8998; --text: #eef1f5; --muted: #a6afbc;
    --accent: #8fb1ff; --on-accent: #0a1533; --focus: #b7cdff; --band: #3a2e08; --stripe: #4b3c0d; --on-band: #ffe9a6;
  }
}
* { box-sizing: border-box; margin: 0; }
body { background: var(--surface); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
.band {
  background: repeating-linear-gradient(-45deg, var(--band) 0 12px, var(--stripe) 12px 24px);
  color: var(--on-band); font-size: 13px; font-weight: 600; padding: 8px 16px; text-align: center;
}
main {
  background: var(--raised); border: 1px solid var(--line); border-radius: 10px; box-shadow: 0 4px 16px #00000014;
  margin: 16px; max-inline-size: 440px; padding: 16px;
}
.bank { align-items: center; color: var(--muted); display: flex; font-size: 13px; font-weight: 600; gap: 8px; }
h1 { font-size: 22px; font-weight: 600; line-height: 1.25; margin-block: 12px 4px; }
.muted, dt { color: var(--muted); }
dl { border-block: 1px solid var(--line); margin-block: 16px; padding-block: 12px; }
dt { font-size: 13px; }
dd { margin-block-end: 8px; margin-inline-start: 0; overflow-wrap: anywhere; }
dd:last-child { margin-block-end: 0; }
.amount { font-size: 32px; font-variant-numeric: tabular-nums; font-weight: 600; line-height: 1.2; }
form { display: grid; gap: 12px; }
button {
  border: 1px solid var(--control); border-radius: 10px; background: transparent; color: inherit; cursor: pointer;
  font: inherit; min-block-size: 48px; padding: 8px 16px; transition: opacity 150ms ease-out;
}
button:hover { opacity: 0.85; }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
button:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
@media (min-width: 520px) { main { margin: 48px auto; padding: 32px; } }
@media (prefers-reduced-motion: reduce) { button { transition: none; } }
`;

export const challengeStyleHash = `sha256-${createHash("sha256").update(challengeStyle).digest("base64")}`;
