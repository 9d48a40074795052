import { Injectable, Module } from '@nestjs/common';
import { InjectModel, Prop, Schema } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import {
  ChassisModule,
  CollectionRepository,
  recordModels,
  recordOptions,
  startWorker,
  type Migration,
} from '../index.js';
import { waitUntil } from './wait-until.js';

/** A book of the next version. That before knows no shelf. */
@Schema({ collection: 'books', ...recordOptions })
class Book {
  @Prop({ type: Number, required: true }) _id!: number;
  @Prop({ type: String }) shelf?: string;
}

@Injectable()
class BooksRepository extends CollectionRepository<Book> {
  constructor(@InjectModel(Book.name) books: Model<Book>) {
    super(books, [{ key: { shelf: 1 }, name: 'by-shelf' }]);
  }
}

const FIRST_NEW_BOOK = 1_000;

/** Puts the books on a shelf one by one, and as many as the test allows. */
const shelveBooks: Migration = {
  name: '2026-01-01-shelves',
  up: async (connection) => {
    const books = connection.collection<Book>('books');
    const limits = connection.collection<{ _id: string; allowed: number }>('limits');
    // The version before writes the others meanwhile.
    const first = { _id: { $lt: FIRST_NEW_BOOK } };
    for await (const { _id } of books.find({ ...first, shelf: { $exists: false } })) {
      await waitUntil(
        async () => {
          const limit = await limits.findOne({ _id: 'shelves' });
          return (await books.countDocuments({ ...first, shelf: 'a' })) < (limit?.allowed ?? 0);
        },
        'no further book is allowed',
        60_000,
      );
      await books.updateOne({ _id }, { $set: { shelf: 'a' }, $inc: { moves: 1 } });
    }
  },
};

@Module({
  imports: [
    recordModels(Book),
    ChassisModule.forRoot({ service: 'catalog', mongo: true, migrations: [shelveBooks] }),
  ],
  providers: [BooksRepository],
})
class NextVersionModule {}

await startWorker({ name: 'catalog-worker', module: NextVersionModule });
