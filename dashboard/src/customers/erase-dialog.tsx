import { Alert, Button, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useHere } from "../app/place.tsx";
import { Dialog } from "../components/dialog.tsx";
import { FormButtons } from "../components/form-buttons.tsx";
import { Failure } from "../components/states.tsx";
import { t } from "../texts/texts.ts";
import { type Erased, eraseCustomer } from "./queries.ts";

/** Erases a customer in both modes, once their address was typed. Says what was erased, and what has to be kept. */
export function EraseDialog({ email, onClose }: { readonly email: string; readonly onClose: () => void }) {
  const { place } = useHere();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState("");
  const erase = useMutation({
    mutationFn: () => eraseCustomer(place, email),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  return (
    <Dialog title={t("customers.erase-title", { email })} onClose={onClose}>
      {erase.data ? (
        <Stack>
          <Done erased={erase.data} />
          <Button variant="default" onClick={onClose}>
            {t("customers.close")}
          </Button>
        </Stack>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            erase.mutate();
          }}
        >
          <Stack gap="md">
            {erase.error && <Failure error={erase.error} />}
            <Text>{t("customers.erase-help")}</Text>
            <TextInput
              label={t("customers.erase-type", { email })}
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <FormButtons
              onCancel={onClose}
              color="red"
              loading={erase.isPending}
              disabled={typed.trim().toLowerCase() !== email.toLowerCase()}
            >
              {t("customers.erase")}
            </FormButtons>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}

function Done({ erased: { sessions, payments, kept } }: { readonly erased: Erased }) {
  const keptNow = [
    kept.receipts > 0 && t("customers.kept-receipts", { count: kept.receipts }),
    kept.evidenceFiles > 0 && t("customers.kept-files", { count: kept.evidenceFiles }),
    kept.bankRefunds > 0 && t("customers.kept-refunds", { count: kept.bankRefunds }),
  ].filter((line) => line !== false);
  return (
    <>
      <Alert color="green" role="status">
        {t("customers.erased", { sessions, payments })}
      </Alert>
      {keptNow.map((line) => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
    </>
  );
}
