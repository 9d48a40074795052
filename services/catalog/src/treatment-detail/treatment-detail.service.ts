import type { Subject, TreatmentDetail } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { HistoryService } from '../history/history.service.js';
import { NotesService } from '../notes/notes.service.js';
import { LiveTreatments } from '../treatments/live-treatments.js';
import { toProtocols, toTreatment } from '../treatments/treatments.mapper.js';

/** Puts a treatment together with what hangs on it. */
@Injectable()
export class TreatmentDetailService {
  constructor(
    private readonly live: LiveTreatments,
    private readonly notes: NotesService,
    private readonly history: HistoryService,
  ) {}

  async ofDisease(diseaseId: string, viewer: Subject): Promise<TreatmentDetail> {
    const record = await this.live.ofDisease(diseaseId);
    const [notes, history] = await Promise.all([
      this.notes.newest(record._id, viewer),
      this.history.newest(record._id, viewer),
    ]);
    return {
      ...toTreatment(record),
      protocols: toProtocols(record),
      notes: notes.items,
      history: history.items,
      notesCount: notes.total,
      historyCount: history.total,
    };
  }
}
