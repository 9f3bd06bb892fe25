console.log('not measured yet');
