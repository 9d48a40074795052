import { loadConfig } from './config.ts';
import { startSimulator } from './start.ts';

const { origin, close } = await startSimulator(loadConfig(process.env));
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void close());
console.log(JSON.stringify({ level: 'info', msg: `PayPal simulator ready at ${origin}` }));
