export type CardError = {
  readonly code: string;
  readonly declineCode: string | null;
  readonly message: string;
};
