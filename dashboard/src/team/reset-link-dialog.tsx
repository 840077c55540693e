import { Checkbox, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { request } from "../api/request.ts";
import { useOrderKeys } from "../api/use-order-keys.ts";
import { useHere } from "../app/place.tsx";
import { CopyText } from "../components/copy-text.tsx";
import { Dialog } from "../components/dialog.tsx";
import { FormButtons } from "../components/form-buttons.tsx";
import { Failure } from "../components/states.tsx";
import { t } from "../texts/texts.ts";
import type { Member } from "./queries.ts";

/** Makes a link by which a member sets a new password, for the owner to pass on. */
export function ResetLinkDialog({
  member,
  onClose,
}: {
  readonly member: Member;
  readonly onClose: () => void;
}) {
  const { place } = useHere();
  const [removesSecondFactors, setRemoves] = useState(false);
  const keyOf = useOrderKeys();
  const make = useMutation({
    mutationFn: () => {
      const body = { removesSecondFactors };
      return request<{ link: string }>(`/dashboard/api/team/members/${member.id}/reset-link`, {
        method: "POST",
        place,
        body,
        idempotencyKey: keyOf(body),
      });
    },
  });
  return (
    <Dialog onClose={onClose} title={t("team.reset-title", { name: member.name })}>
      {make.data ? (
        <Stack>
          <Text>{t("team.reset-link", { email: member.email })}</Text>
          <CopyText text={make.data.link} label={t("team.reset")} />
        </Stack>
      ) : (
        <Stack>
          {make.error && <Failure error={make.error} />}
          <Text>{t("team.reset-help")}</Text>
          <Checkbox
            label={t("team.reset-factors")}
            checked={removesSecondFactors}
            onChange={(event) => setRemoves(event.currentTarget.checked)}
          />
          <FormButtons onCancel={onClose} loading={make.isPending} onClick={() => make.mutate()}>
            {t("team.invite-submit")}
          </FormButtons>
        </Stack>
      )}
    </Dialog>
  );
}
