import { MongoClient } from 'mongodb';

/** Whether the server takes the sign-in and answers a ping. */
export async function isMongoReady(uri: string): Promise<boolean> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 500, directConnection: true });
  try {
    await client.db('admin').command({ ping: 1 });
    return true;
  } catch {
    return false;
  } finally {
    await client.close();
  }
}
