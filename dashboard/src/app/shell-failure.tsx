import { Container } from "@mantine/core";
import { Failure } from "../components/states.tsx";

/** Says that nothing can be shown, because it couldn't be asked who is signed in. */
export function ShellFailure({ error, again }: { readonly error: Error; readonly again: () => void }) {
  return (
    <Container component="main" size="xs" py="xl">
      <Failure error={error} again={again} />
    </Container>
  );
}
