import { useHere } from "../../app/place.tsx";
import { AnchorLink } from "../../components/links.tsx";
import { t } from "../../texts/texts.ts";

export function PaymentLink({ id }: { readonly id: string }) {
  const { membership, mode } = useHere();
  return (
    <AnchorLink
      to="/$tenant/$mode/payments/$id"
      params={{ tenant: membership.tenant.id, mode, id }}
      size="sm"
      underline="always"
    >
      {t("waiting.payment")}
    </AnchorLink>
  );
}
