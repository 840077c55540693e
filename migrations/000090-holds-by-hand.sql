-- An operator ends a hold by `kassa holds release`, in one transaction with its entry in the audit log.
GRANT DELETE ON movement_holds TO kassa_control;
