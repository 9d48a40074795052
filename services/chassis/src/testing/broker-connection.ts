import { connect, type ChannelModel } from 'amqplib';

/**
 * A connection of a test's own to the broker at `url`. When it is lost, the calls that wait say so;
 * without a listener the loss would end whichever test file runs by then.
 */
export const brokerConnection = async (url: string): Promise<ChannelModel> => {
  const connection = await connect(url);
  connection.on('error', () => undefined);
  return connection;
};
