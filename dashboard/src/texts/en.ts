import { audit } from "./en/audit.ts";
import { bank } from "./en/bank.ts";
import { books } from "./en/books.ts";
import { common } from "./en/common.ts";
import { connectors } from "./en/connectors.ts";
import { customers } from "./en/customers.ts";
import { developers } from "./en/developers.ts";
import { exceptions } from "./en/exceptions.ts";
import { home } from "./en/home.ts";
import { operator } from "./en/operator.ts";
import { paymentActions } from "./en/payment-actions.ts";
import { paymentLinks } from "./en/payment-links.ts";
import { paymentNotes } from "./en/payment-notes.ts";
import { paymentStory } from "./en/payment-story.ts";
import { payments } from "./en/payments.ts";
import { requests } from "./en/requests.ts";
import { rules } from "./en/rules.ts";
import { search } from "./en/search.ts";
import { security } from "./en/security.ts";
import { sessions } from "./en/sessions.ts";
import { settings } from "./en/settings.ts";
import { signIn } from "./en/sign-in.ts";
import { start } from "./en/start.ts";
import { statuses } from "./en/statuses.ts";
import { team } from "./en/team.ts";
import { testPayment } from "./en/test-payment.ts";
import { views } from "./en/views.ts";

/** The dashboard's texts, by area. Another language has the same names. Values in braces are filled in. */
export const en = {
  ...common,
  ...signIn,
  ...security,
  ...audit,
  ...home,
  ...payments,
  ...bank,
  ...books,
  ...exceptions,
  ...paymentActions,
  ...paymentNotes,
  ...paymentStory,
  ...developers,
  ...requests,
  ...start,
  ...statuses,
  ...sessions,
  ...paymentLinks,
  ...settings,
  ...rules,
  ...connectors,
  ...customers,
  ...team,
  ...testPayment,
  ...operator,
  ...views,
  ...search,
} as const;

export type TextName = keyof typeof en;
export type Texts = Readonly<Record<TextName, string>>;
