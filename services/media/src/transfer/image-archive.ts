import { buffer } from 'node:stream/consumers';
import { IMAGE_MANIFEST, imageManifest } from '@ctdb/contracts';
import { openPromise, type Entry, type ZipFile } from 'yauzl';

const MAX_ENTRIES = 300_000;
/** Suffices for 200,000 images with long texts. */
const MAX_MANIFEST_BYTES = 268_435_456;
const FILE_TYPE = 0o170000;
const LINK = 0o120000;

/** An archive that cannot be read at all. */
export class ArchiveError extends Error {}

/** Why an entry cannot be used. */
export class EntryError extends Error {
  constructor(readonly code: 'MISSING' | 'REPEATED' | 'LINK' | 'TOO_LARGE' | 'UNREADABLE') {
    super(code);
  }
}

/** Links are made by Unix, which keeps the type of a file in the upper half. */
const isLink = ({ externalFileAttributes }: Entry): boolean =>
  ((externalFileAttributes >>> 16) & FILE_TYPE) === LINK;

/** A ZIP file of images. Names of entries are only compared: nothing is unpacked to the disk. */
export class ImageArchive {
  private constructor(
    private readonly zip: ZipFile,
    /** Null where several have this name. */
    private readonly entries: ReadonlyMap<string, Entry | null>,
  ) {}

  static async open(path: string): Promise<ImageArchive> {
    let zip: ZipFile | undefined;
    try {
      // Reading an entry fails if it has not the size that it names.
      zip = await openPromise(path, { autoClose: false, lazyEntries: true });
      const entries = new Map<string, Entry | null>();
      if (zip.entryCount > MAX_ENTRIES) throw new Error(`it has more than ${MAX_ENTRIES} entries`);
      for await (const entry of zip.eachEntry())
        entries.set(entry.fileName, entries.has(entry.fileName) ? null : entry);
      return new ImageArchive(zip, entries);
    } catch (error) {
      zip?.close();
      throw new ArchiveError(`the archive is not readable: ${(error as Error).message}`);
    }
  }

  close(): void {
    this.zip.close();
  }

  /** The names of all entries but the manifest and folders. */
  get files(): string[] {
    return [...this.entries.keys()].filter((name) => name !== IMAGE_MANIFEST && !/\/$/.test(name));
  }

  /** The images of the manifest, not yet parsed. */
  async readImages(): Promise<unknown[]> {
    try {
      const text = String(await this.read(IMAGE_MANIFEST, MAX_MANIFEST_BYTES));
      return imageManifest.parse(JSON.parse(text)).images;
    } catch (error) {
      throw new ArchiveError(`${IMAGE_MANIFEST} is not readable: ${(error as Error).message}`);
    }
  }

  /** The bytes of an entry. Throws {@link EntryError}. */
  async read(name: string, maxBytes: number): Promise<Buffer> {
    const entry = this.entries.get(name);
    if (entry === undefined) throw new EntryError('MISSING');
    if (entry === null) throw new EntryError('REPEATED');
    if (isLink(entry)) throw new EntryError('LINK');
    if (entry.uncompressedSize > maxBytes) throw new EntryError('TOO_LARGE');
    try {
      return await buffer(await this.zip.openReadStreamPromise(entry));
    } catch {
      throw new EntryError('UNREADABLE');
    }
  }
}
