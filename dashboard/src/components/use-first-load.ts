import { useState } from "react";

/** Whether a screen still loads for the first time. What is asked for later must not take away what a person sees, or has opened. */
export function useFirstLoad(isPending: boolean): boolean {
  const [isLoaded, setLoaded] = useState(false);
  if (!isPending && !isLoaded) setLoaded(true);
  return isPending && !isLoaded;
}
