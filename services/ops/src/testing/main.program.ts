import './short-intervals.js';
import '../main.js';
