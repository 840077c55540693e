import { lazy, Suspense } from "react";
import { Loading } from "../components/states.tsx";

const SecurityPage = lazy(async () => ({ default: (await import("./security-page.tsx")).SecurityPage }));

/** In place of a screen that needs a second factor, for somebody who has none. */
export function SecurityNeeded({ neededFor }: { readonly neededFor: "live" | "operator" }) {
  return (
    <Suspense fallback={<Loading />}>
      <SecurityPage neededFor={neededFor} />
    </Suspense>
  );
}
