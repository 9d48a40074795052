import { Injectable } from '@nestjs/common';
import pMap from 'p-map';
import { BackupImagesRepository } from '../images/backup-images.repository.js';
import type { ImageRecord } from '../images/image.record.js';
import { BackupFileStore } from './backup-file-store.js';
import { isSame } from './digest.js';

const PAGE_SIZE = 100;
const CONCURRENCY = 4;

/** Counts by reading every backup, and those of the status page. */
export interface VerificationResult {
  images: number;
  right: number;
  coverage: number;
  status: { images: number; right: number; coverage: number };
  agrees: boolean;
  /** Images of which database and disk disagree. */
  differ: string[];
}

/** Counts the coverage from the files alone. Changes nothing. */
@Injectable()
export class BackupVerification {
  constructor(
    private readonly images: BackupImagesRepository,
    private readonly files: BackupFileStore,
  ) {}

  async run(): Promise<VerificationResult> {
    const counted = { images: 0, right: 0 };
    const differ: string[] = [];
    for (let page = await this.images.page(null, PAGE_SIZE); page.length > 0;) {
      const found = await pMap(page, (image) => this.isValid(image), { concurrency: CONCURRENCY });
      for (const [index, image] of page.entries()) {
        const isValid = found[index] === true;
        counted.images += 1;
        if (isValid) counted.right += 1;
        if (isValid !== (image.backedUpAt !== null)) differ.push(image._id.toHexString());
      }
      page = await this.images.page(page.at(-1)?._id ?? null, PAGE_SIZE);
    }
    const { total, verified } = await this.images.coverage();
    return {
      ...counted,
      coverage: coveragePercent(counted.images, counted.right),
      status: { images: total, right: verified, coverage: coveragePercent(total, verified) },
      agrees: differ.length === 0 && total === counted.images && verified === counted.right,
      differ,
    };
  }

  private async isValid(image: ImageRecord): Promise<boolean> {
    if (!image.files) return false;
    const { master } = image.files;
    const digest = await this.files.digest(this.files.getPath(image, master)).catch(() => null);
    return digest !== null && isSame(digest, master);
  }
}

/**
 * Percent of images with a valid backup, with one decimal; rounded down, so that 100 means all.
 * 100 without images.
 */
export const coveragePercent = (total: number, verified: number): number =>
  total === 0 ? 100 : Math.floor((1_000 * Math.min(verified, total)) / total) / 10;
