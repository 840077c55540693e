import { Navigate } from "@tanstack/react-router";

/** An address that nothing is at leads to the start. */
export function NotFound() {
  return <Navigate to="/" />;
}
