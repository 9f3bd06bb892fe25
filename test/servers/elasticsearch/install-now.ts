import { installElasticsearch } from './install.ts';
import { findJava } from './java.ts';

console.log(`Elasticsearch lies in ${await installElasticsearch()}; it is run by ${findJava()}.`);
