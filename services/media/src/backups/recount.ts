import { Injectable } from '@nestjs/common';
import type { ImageRecord } from '../images/image.schema.js';
import { inParallel } from '../runs/in-parallel.js';
import { BackupFolder } from './backup-folder.js';
import { coveragePercent } from './coverage.js';
import { isSame } from './digest.js';
import { KeptImagesRepository } from './kept-images.repository.js';

const PAGE = 100;
const AT_ONCE = 4;

/** What was counted by reading every backup again, beside what the status says. */
export interface Recounted {
  images: number;
  right: number;
  coverage: number;
  status: { images: number; right: number; coverage: number };
  agrees: boolean;
  /** Images of which the database says otherwise than the disk. */
  differ: string[];
}

/** Counts the coverage anew, believing nothing but the files. It changes nothing. */
@Injectable()
export class Recount {
  constructor(
    private readonly images: KeptImagesRepository,
    private readonly folder: BackupFolder,
  ) {}

  async run(): Promise<Recounted> {
    const counted = { images: 0, right: 0 };
    const differ: string[] = [];
    for (let page = await this.images.page(null, PAGE); page.length > 0;) {
      const found = await inParallel(page, AT_ONCE, (image) => this.isRight(image));
      for (const [index, image] of page.entries()) {
        const isRight = found[index] === true;
        counted.images += 1;
        if (isRight) counted.right += 1;
        if (isRight !== (image.backedUpAt !== null)) differ.push(image._id.toHexString());
      }
      page = await this.images.page(page.at(-1)?._id ?? null, PAGE);
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

  private async isRight(image: ImageRecord): Promise<boolean> {
    if (!image.files) return false;
    const { master } = image.files;
    const digest = await this.folder.digest(this.folder.pathOf(image, master)).catch(() => null);
    return digest !== null && isSame(digest, master);
  }
}
