import './short-intervals.js';
import '../worker.js';
