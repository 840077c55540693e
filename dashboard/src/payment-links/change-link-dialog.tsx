import type { PaymentLink } from "@kassa/sdk";
import { Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Dialog } from "../components/dialog.tsx";
import { faultsOf } from "../components/field-faults.ts";
import { FormButtons } from "../components/form-buttons.tsx";
import { Failure } from "../components/states.tsx";
import { t } from "../texts/texts.ts";
import type { LinkChange } from "./queries.ts";
import { LimitFields, NameField, useTypedTerms } from "./terms-fields.tsx";

type Props = {
  readonly link: PaymentLink;
  readonly onChange: (change: LinkChange) => Promise<unknown>;
  readonly onClose: () => void;
};

/** Changes a link's name, limit and last day. What is sold stays as it is, since the address may be in print. */
export function ChangeLinkDialog({ link, onChange, onClose }: Props) {
  const terms = useTypedTerms(link);
  const save = useMutation({
    mutationFn: async () => terms.terms && onChange(terms.terms),
    onSuccess: onClose,
  });
  const { faultOf, rest } = faultsOf(save.error, ["name", "maxPayments", "expiresAt"]);
  return (
    <Dialog title={t("links.change-title")} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Stack gap="md">
          {rest && <Failure error={rest} />}
          <NameField value={terms} faultOf={faultOf} />
          <LimitFields value={terms} faultOf={faultOf} />
          <FormButtons onCancel={onClose} loading={save.isPending} disabled={terms.terms === undefined}>
            {t("links.save")}
          </FormButtons>
        </Stack>
      </form>
    </Dialog>
  );
}
