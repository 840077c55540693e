import { callOffForm } from "../call-off-form.ts";
import { icons, methodIcons } from "../icons.ts";
import { localizedPath } from "../links.ts";
import { statusPanel, withStatusPolling } from "../status-panel.ts";
import type { Texts } from "../texts.ts";
import type { ChallengePage } from "../view-model.ts";
import type { StateContent } from "./state-content.ts";

/** The customer returned from the challenge without an outcome. They can continue it or give the attempt up. */
export function challengeState(view: ChallengePage, texts: Texts): StateContent {
  const { provider } = view;
  const at = provider === null ? view.confirmedBy : "provider";
  const keys = textKeys[at];
  const named = { provider: provider ?? "" };
  const panel = statusPanel({
    tone: "neutral",
    icon: { bank: icons.bank, wallet: methodIcons.wallet, provider: icons.lock }[at],
    heading: texts.rich(keys.title, named),
    paragraphs: [texts.rich(keys.text, named)],
    contact: null,
    actions: [{ href: view.continueUrl, label: texts.rich(keys.goOn, named), primary: true }],
    form: callOffForm(view, texts.rich(keys.callOff)),
  });
  return {
    status: 200,
    title: texts.plain(keys.title, named),
    payment: withStatusPolling(view, localizedPath(view.pageUrl, view.locale), panel),
  };
}

const textKeys = {
  bank: {
    title: "challenge.title",
    text: "challenge.text",
    goOn: "challenge.continue",
    callOff: "challenge.call_off",
  },
  wallet: {
    title: "wallet.confirm_title",
    text: "wallet.confirm_text",
    goOn: "wallet.pay",
    callOff: "method.change",
  },
  provider: {
    title: "hosted.confirm_title",
    text: "hosted.confirm_text",
    goOn: "hosted.continue",
    callOff: "method.change",
  },
} as const;
