import process from "node:process";
import type { VisitOptions } from "../support/browser.ts";

type Layout = readonly [name: string, options: VisitOptions, isFirst: boolean];

const onPhone: VisitOptions = { phone: true, dark: true };

/**
 * Where the tests do what people do: on a phone, in dark colours. Each look that they take is taken on a desktop in light colours, too
 * (`lookAt`). With KASSA_TEST_ALL_LAYOUTS=true, as in the complete CI, they do everything on a desktop as well. `isFirst`: of those of a
 * test file that run.
 */
export const layouts: readonly Layout[] =
  process.env.KASSA_TEST_ALL_LAYOUTS === "true"
    ? [
        ["desktop", {}, true],
        ["phone-dark", onPhone, false],
      ]
    : [["phone-dark", onPhone, true]];
