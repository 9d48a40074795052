import {
  commandFingerprint,
  deterministicId,
  diffFields,
  newRecord,
  outboxEntry,
  requireVersion,
  toContract,
  type MessageContext,
} from '@ctdb/chassis';
import {
  legalPage,
  legalPageEvents,
  type LegalPageName,
  type Requests,
  setLegalPage,
} from '@ctdb/contracts';
import { texts } from '@ctdb/contracts/texts';
import { Injectable } from '@nestjs/common';
import { LegalPagesRepository, type LegalPageRecord } from './legal-pages.repository.js';

type Texts = Pick<LegalPageRecord, 'textEn' | 'textKn' | 'isDraft'>;

const toText = (paragraphs: readonly string[]): string => paragraphs.join('\n\n');

/** The page as the product brings it: a draft that no lawyer has checked. */
const createFirstVersion = (page: LegalPageName): LegalPageRecord => ({
  ...newRecord(deterministicId('legal_pages', page), new Date()),
  page,
  textEn: toText(texts.en.legalPages[page]),
  textKn: toText(texts.kn.legalPages[page]),
  isDraft: true,
});

const toLegalPage = ({ page, ...record }: LegalPageRecord) =>
  toContract(legalPage, { ...record, _id: page });

/** The rules of the public pages whose texts an administrator edits. */
@Injectable()
export class LegalPagesService {
  constructor(private readonly pages: LegalPagesRepository) {}

  async get(page: LegalPageName) {
    return toLegalPage(await this.pages.getOrInsert(createFirstVersion(page)));
  }

  async set(request: Requests['setLegalPage'], context: MessageContext) {
    const { page, ifMatch, ...input } = request;
    const { _id } = await this.pages.getOrInsert(createFirstVersion(page));
    const command = commandFingerprint(context, setLegalPage.name, request);
    const changed = await this.pages.change(_id, command, (before) => {
      if (!before) return null;
      requireVersion(before, ifMatch, toLegalPage);
      const changes = diffFields<Texts>(['textEn', 'textKn', 'isDraft'], before, input);
      if (changes.length === 0) return null;
      return {
        set: { ...input, changedAt: new Date() },
        event: outboxEntry(legalPageEvents.changed, { page, changes }),
      };
    });
    return toLegalPage(changed);
  }
}
