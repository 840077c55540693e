import type { Payment } from "@kassa/sdk";
import { Alert, Button, Group, Stack, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { aboutQuery } from "../api/about.ts";
import { type Place, request } from "../api/request.ts";
import { useHere } from "../app/place.tsx";
import { Dialog } from "../components/dialog.tsx";
import { Failure } from "../components/states.tsx";
import { t } from "../texts/texts.ts";

const mailReceipt = (place: Place, session: string, to: string): Promise<{ readonly to: string }> =>
  request(`/dashboard/api/receipt-mails/${encodeURIComponent(session)}`, {
    method: "POST",
    place,
    body: { to },
  });

/** Sends the receipt by mail, if this Kassa has a mail server. */
export function ReceiptMail({ payment }: { readonly payment: Payment }) {
  const about = useQuery(aboutQuery);
  const [isOpen, setOpen] = useState(false);
  if (!about.data?.sendsMail) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t("receipt-mail.open")}
      </Button>
      {isOpen && <ReceiptMailDialog payment={payment} onClose={() => setOpen(false)} />}
    </>
  );
}

function ReceiptMailDialog({
  payment,
  onClose,
}: {
  readonly payment: Payment;
  readonly onClose: () => void;
}) {
  const { place } = useHere();
  const queryClient = useQueryClient();
  const [to, setTo] = useState(payment.customerEmail ?? "");
  const send = useMutation({
    mutationFn: () => mailReceipt(place, payment.session, to.trim()),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["activity", place, payment.id] }),
  });
  return (
    <Dialog title={t("receipt-mail.open")} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send.mutate();
        }}
      >
        <Stack gap="md">
          {send.error && <Failure error={send.error} />}
          {send.data && (
            <Alert color="green" role="status">
              {t("receipt-mail.done", { to: send.data.to })}
            </Alert>
          )}
          <TextInput
            type="email"
            label={t("receipt-mail.to")}
            description={t("receipt-mail.help")}
            required
            data-autofocus
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t(send.data ? "receipt-mail.close" : "cancel")}
            </Button>
            <Button type="submit" loading={send.isPending}>
              {t("receipt-mail.send")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
