import { audit } from "./de/audit.ts";
import { bank } from "./de/bank.ts";
import { books } from "./de/books.ts";
import { common } from "./de/common.ts";
import { connectors } from "./de/connectors.ts";
import { customers } from "./de/customers.ts";
import { developers } from "./de/developers.ts";
import { exceptions } from "./de/exceptions.ts";
import { home } from "./de/home.ts";
import { operator } from "./de/operator.ts";
import { paymentActions } from "./de/payment-actions.ts";
import { paymentLinks } from "./de/payment-links.ts";
import { paymentNotes } from "./de/payment-notes.ts";
import { paymentStory } from "./de/payment-story.ts";
import { payments } from "./de/payments.ts";
import { requests } from "./de/requests.ts";
import { rules } from "./de/rules.ts";
import { search } from "./de/search.ts";
import { security } from "./de/security.ts";
import { sessions } from "./de/sessions.ts";
import { settings } from "./de/settings.ts";
import { signIn } from "./de/sign-in.ts";
import { start } from "./de/start.ts";
import { statuses } from "./de/statuses.ts";
import { team } from "./de/team.ts";
import { testPayment } from "./de/test-payment.ts";
import { views } from "./de/views.ts";
import type { Texts } from "./en.ts";

export const de: Texts = {
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
};
