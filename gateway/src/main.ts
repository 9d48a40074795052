import { startGateway } from './start-gateway.js';

await startGateway();
