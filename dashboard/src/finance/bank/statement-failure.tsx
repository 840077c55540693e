import { Alert, List, Stack, Text } from "@mantine/core";
import { isProblem, RequestProblem } from "../../api/problem.ts";
import { useHere } from "../../app/place.tsx";
import { AnchorLink } from "../../components/links.tsx";
import { Failure } from "../../components/states.tsx";
import { t } from "../../texts/texts.ts";

/** Why a file wasn't taken, and what to do. */
export function StatementFailure({ error }: { readonly error: Error }) {
  if (isProblem(error, "bank_account_unknown")) return <UnknownAccount error={error} />;
  if (!isProblem(error, "statement_invalid")) return <Failure error={error} />;
  return (
    <Alert color="red" title={t("bank.unreadable")} role="alert">
      <Stack gap="sm">
        <Text>{t("bank.unreadable-help")}</Text>
        <Details error={error} />
      </Stack>
    </Alert>
  );
}

function UnknownAccount({ error }: { readonly error: Error }) {
  const { membership, mode } = useHere();
  return (
    <Alert color="red" title={t("bank.account-unknown")} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text>{t("bank.account-unknown-help")}</Text>
        <Details error={error} isFact />
        <AnchorLink to="/$tenant/$mode/bank/accounts" params={{ tenant: membership.tenant.id, mode }}>
          {t("bank.to-accounts")}
        </AnchorLink>
      </Stack>
    </Alert>
  );
}

/** @param isFact only what is so: the rest of these texts is for programs */
function Details({ error, isFact = false }: { readonly error: Error; readonly isFact?: boolean }) {
  const all = error instanceof RequestProblem && error.details.length > 0 ? error.details : [error.message];
  return (
    <List size="sm" style={{ overflowWrap: "anywhere" }}>
      {all.map((detail) => (
        <List.Item key={detail}>{isFact ? detail.split(/(?<=\.) /)[0] : detail}</List.Item>
      ))}
    </List>
  );
}
