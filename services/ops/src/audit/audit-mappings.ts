import {
  accountEvents,
  backupEvents,
  colorEvents,
  deadLetterEvents,
  deploymentEvents,
  diseaseEvents,
  domainProviderEvents,
  entryEvents,
  imageEvents,
  imageHealthEvents,
  legalPageEvents,
  patientEvents,
  planItemNames,
  planPriceField,
  practiceEvents,
  priceEvents,
  purchaseEvents,
  toDecimalString,
  treatmentEvents,
  type AuditKind,
  type EventContract,
  type FieldChange,
  type PayloadOf,
} from '@ctdb/contracts';

/** What an audit entry holds besides actor, time and kind. */
interface AuditDetails {
  objectId?: string | undefined;
  label?: string | undefined;
  changes?: readonly FieldChange[];
  /** Name of the administrator, if the envelope cannot know it. */
  actor?: string;
}

/** Maps an event to an audit entry. */
export interface AuditMapping {
  readonly event: EventContract;
  readonly kind: AuditKind;
  /** The third part of the event's name: `created`, `signed-in`. */
  readonly action: string;
  toDetails(payload: unknown): AuditDetails;
}

/** `created` of `catalog.disease.created.v1`. */
const getAction = ({ name }: EventContract): string => name.split('.')[2] ?? name;

/** Creates a mapping; `toDetails` gets the payload that the bus has parsed. */
const auditMapping = <E extends EventContract>(
  kind: AuditKind,
  event: E,
  toDetails: (payload: PayloadOf<E>) => AuditDetails,
): AuditMapping => ({
  kind,
  event,
  action: getAction(event),
  toDetails: (payload) => toDetails(payload as PayloadOf<E>),
});

/** Values as changes without a `before`. */
const asChanges = (values: Readonly<Record<string, unknown>>): FieldChange[] =>
  Object.entries(values)
    .filter(([, after]) => after !== undefined)
    .map(([field, after]) => ({ field, after }));

type DiseaseFact = PayloadOf<typeof diseaseEvents.created>;
type TreatmentFact = PayloadOf<typeof treatmentEvents.created>;
type EntryFact = PayloadOf<typeof entryEvents.noteAdded>;

const disease = ({ diseaseId, nameEn, changes }: DiseaseFact) => ({
  objectId: diseaseId,
  label: nameEn,
  changes,
});

const treatment = ({ treatmentId, diseaseId, changes }: TreatmentFact) => ({
  objectId: treatmentId,
  changes: [...changes, ...asChanges({ diseaseId })],
});

/** Ids only, because a note may contain personal data. */
const entry = ({ id, treatmentId, diseaseId }: EntryFact) => ({
  objectId: id,
  changes: asChanges({ treatmentId, diseaseId }),
});

/** The names of the fields alone, for the same reason. */
const correctedEntry = ({ fields, ...fact }: PayloadOf<typeof entryEvents.noteUpdated>) => {
  const { objectId, changes } = entry(fact);
  return { objectId, changes: [...fields.map((field) => ({ field })), ...changes] };
};

const entryActions = [
  'Added',
  'Deleted',
  'Restored',
  'Purged',
  'Published',
  'Unpublished',
] as const;

const { purged, imported, importUndone, ...diseaseFacts } = diseaseEvents;

const catalogEvents: readonly AuditMapping[] = [
  ...Object.values(diseaseFacts).map((event) => auditMapping('disease', event, disease)),
  auditMapping('disease', purged, ({ diseaseId, treatmentIds }) => ({
    objectId: diseaseId,
    changes: asChanges({ treatmentIds }),
  })),
  ...[imported, importUndone].map((event) =>
    auditMapping('disease', event, ({ importId, diseases }) => ({
      objectId: importId,
      changes: asChanges({ diseases }),
    })),
  ),
  ...Object.values(treatmentEvents).map((event) => auditMapping('treatment', event, treatment)),
  ...Object.values(colorEvents).map((event) =>
    auditMapping('color', event, ({ colorId, nameEn, value }) => ({
      objectId: colorId,
      label: nameEn,
      changes: asChanges({ value }),
    })),
  ),
  ...(['note', 'history'] as const).flatMap((kind) => [
    ...entryActions.map((action) => auditMapping(kind, entryEvents[`${kind}${action}`], entry)),
    auditMapping(kind, entryEvents[`${kind}Updated`], correctedEntry),
  ]),
  auditMapping('patient', patientEvents.updated, ({ patientId, fields }) => ({
    objectId: patientId,
    changes: fields.map((field) => ({ field })),
  })),
  auditMapping('patient', patientEvents.merged, ({ patientId, otherId }) => ({
    objectId: patientId,
    changes: asChanges({ otherId }),
  })),
  auditMapping('patient', patientEvents.erased, ({ patientId, backupsUntil }) => ({
    objectId: patientId,
    changes: asChanges({ backupsUntil }),
  })),
];

/** The actor is the account's owner: the call itself is anonymous. */
const ownerEvents = [
  accountEvents.signedIn,
  accountEvents.signedOut,
  accountEvents.passwordChanged,
  accountEvents.passwordSet,
  accountEvents.recoveryCodesRenewed,
  accountEvents.recoveryCodeUsed,
].map((event) =>
  auditMapping('account', event, ({ accountId, username }) => ({
    objectId: accountId,
    label: username,
    actor: username,
  })),
);

const factorEvents = [accountEvents.factorAdded, accountEvents.factorRemoved].map((event) =>
  auditMapping('account', event, ({ accountId, username, factor }) => ({
    objectId: accountId,
    label: username,
    actor: username,
    changes: asChanges({ factor }),
  })),
);

const otherAccountEvents = [
  accountEvents.created,
  accountEvents.signInFailed,
  accountEvents.refreshReused,
  accountEvents.disabled,
  accountEvents.enabled,
  accountEvents.linkCreated,
  accountEvents.linkRequested,
  accountEvents.contactChanged,
  accountEvents.sessionsEnded,
  accountEvents.ownerReset,
  accountEvents.factorsRemoved,
].map((event) =>
  auditMapping('account', event, ({ accountId, username }) => ({
    objectId: accountId,
    label: username,
  })),
);

const erasedEvent = auditMapping('account', accountEvents.erased, ({ accountId }) => ({
  objectId: accountId,
}));

const roleEvents = [
  auditMapping('account', accountEvents.invited, ({ accountId, username, role }) => ({
    objectId: accountId,
    label: username,
    changes: asChanges({ role }),
  })),
  auditMapping('account', accountEvents.roleChanged, ({ accountId, username, ...roles }) => ({
    objectId: accountId,
    label: username,
    changes: [{ field: 'role', ...roles }],
  })),
];

const { codeIssued, rebuilt, refundDecided, refunded } = purchaseEvents;
const paymentEvents = [rebuilt, refundDecided, refunded].map((event) =>
  auditMapping('purchase', event, ({ orderId, item, amount, currency }) => ({
    objectId: orderId,
    label: item,
    changes: asChanges({ amount, currency }),
  })),
);

const toPriceChange = (field: string, before: number, after: number) => ({
  field,
  before: toDecimalString(before),
  after: toDecimalString(after),
});

const billingEvents: readonly AuditMapping[] = [
  ...ownerEvents,
  ...factorEvents,
  ...otherAccountEvents,
  ...roleEvents,
  erasedEvent,
  ...paymentEvents,
  auditMapping('purchase', codeIssued, ({ orderId, item }) => ({ objectId: orderId, label: item })),
  auditMapping('purchase', practiceEvents.erased, ({ practice, orderId }) => ({
    objectId: orderId ?? practice,
    changes: asChanges({ practice }),
  })),
  auditMapping('price', priceEvents.changed, ({ before, after }) => ({
    changes: [
      toPriceChange('usd_hourly', before.usdCents, after.usdCents),
      toPriceChange('inr_hourly', before.inrPaise, after.inrPaise),
      ...planItemNames.map((item) =>
        toPriceChange(planPriceField(item), before.plansPaise[item], after.plansPaise[item]),
      ),
    ].filter((change) => change.before !== change.after),
  })),
];

const images = Object.values(imageEvents).map((event) =>
  auditMapping('image', event, ({ imageId, treatmentId, diseaseId, title, changes }) => ({
    objectId: imageId,
    label: title,
    changes: [...changes, ...asChanges({ treatmentId, diseaseId })],
  })),
);

/** Label of image checks, which are listed under backups: both handle copies of images. */
const IMAGE_CHECK_LABEL = 'health';

const mediaEvents: readonly AuditMapping[] = [
  ...images,
  auditMapping('backup', backupEvents.started, ({ logId, backupType, imageId }) => ({
    objectId: logId,
    label: backupType,
    changes: asChanges({ imageId }),
  })),
  auditMapping('backup', backupEvents.ended, ({ logId, backupType, status }) => ({
    objectId: logId,
    label: backupType,
    changes: asChanges({ status }),
  })),
  auditMapping('backup', imageHealthEvents.started, ({ runId }) => ({
    objectId: runId,
    label: IMAGE_CHECK_LABEL,
  })),
  auditMapping('backup', imageHealthEvents.ended, ({ runId, status }) => ({
    objectId: runId,
    label: IMAGE_CHECK_LABEL,
    changes: asChanges({ status }),
  })),
];

const deadLetters = Object.values(deadLetterEvents).map((contract) =>
  auditMapping('deadLetter', contract, ({ deadLetterId, service, event }) => ({
    objectId: deadLetterId,
    label: event ?? service,
    changes: asChanges({ service }),
  })),
);

const opsEvents: readonly AuditMapping[] = [
  ...deadLetters,
  auditMapping('setting', domainProviderEvents.changed, (url) => ({
    changes: [{ field: 'providerUrl', ...url }],
  })),
  auditMapping('setting', legalPageEvents.changed, ({ page, changes }) => ({
    label: page,
    changes,
  })),
  auditMapping(
    'deployment',
    deploymentEvents.started,
    ({ deploymentId, projectName, kind, domain, releaseId }) => ({
      objectId: deploymentId,
      label: projectName,
      changes: asChanges({ kind, domain, releaseId }),
    }),
  ),
  auditMapping(
    'deployment',
    deploymentEvents.ended,
    ({ deploymentId, projectName, releaseId, stage, fault }) => ({
      objectId: deploymentId,
      label: projectName,
      changes: asChanges({ releaseId, stage, fault }),
    }),
  ),
];

/** All audited events: those that ops takes (`eventSubscriptions` of the contracts). */
export const auditMappings: readonly AuditMapping[] = [
  ...catalogEvents,
  ...billingEvents,
  ...mediaEvents,
  ...opsEvents,
];
