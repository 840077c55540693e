import type { Payment } from "@kassa/sdk";
import { Badge, Button, Group, Stack, TagsInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { useHere } from "../../app/place.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { FormButtons } from "../../components/form-buttons.tsx";
import { AnchorLink } from "../../components/links.tsx";
import { Failure } from "../../components/states.tsx";
import { t } from "../../texts/texts.ts";
import { useOrder } from "../use-order.ts";
import { changeTags } from "./queries.ts";

/** The tags of a payment. Each leads to all payments that have it. */
export function Tags({ payment }: { readonly payment: Payment }) {
  const { may, membership, mode } = useHere();
  const [isEditing, editing] = useDisclosure(false);
  return (
    <Group gap="xs">
      {payment.tags.map((tag) => (
        <AnchorLink
          key={tag}
          to="/$tenant/$mode/payments"
          params={{ tenant: membership.tenant.id, mode }}
          search={{ tag }}
          underline="never"
        >
          <Badge variant="default" tt="none" fw={500} size="lg" style={{ cursor: "pointer" }}>
            {tag}
          </Badge>
        </AnchorLink>
      ))}
      {may("payment_notes:write") && (
        <Button variant="transparent" size="compact-sm" px={0} fw={400} onClick={editing.open}>
          {t(payment.tags.length === 0 ? "tags.add" : "tags.edit")}
        </Button>
      )}
      {isEditing && <TagsDialog payment={payment} onClose={editing.close} />}
    </Group>
  );
}

function TagsDialog({ payment, onClose }: { readonly payment: Payment; readonly onClose: () => void }) {
  const [tags, setTags] = useState<readonly string[]>(payment.tags);
  const change = {
    add: tags.filter((tag) => !payment.tags.includes(tag)),
    remove: payment.tags.filter((tag) => !tags.includes(tag)),
  };
  const order = useOrder(payment, JSON.stringify(change), changeTags(payment, change));
  return (
    <Dialog title={t("tags.title")} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          order.mutate(undefined, { onSuccess: onClose });
        }}
      >
        <Stack gap="md">
          {order.error && <Failure error={order.error} />}
          <TagsInput
            label={t("tags.label")}
            description={t("tags.help")}
            value={[...tags]}
            onChange={setTags}
            maxTags={20}
            maxLength={40}
            acceptValueOnBlur
            data-autofocus
          />
          <FormButtons onCancel={onClose} loading={order.isPending}>
            {t("tags.save")}
          </FormButtons>
        </Stack>
      </form>
    </Dialog>
  );
}
